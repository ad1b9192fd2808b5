-- Operators filter the list of members by the agent code of the link that brought them.
update member set agent_code = nullif(btrim(agent_code), '') where agent_code is not null and agent_code <> btrim(agent_code);
create index member_agent on member (agent_code, id) where agent_code is not null;
