-- How draws and low scores of an event differ from independent goals (Dixon and Coles); null where nothing tells.
alter table event
  add column rho double precision check (rho between -0.2 and 0.2);
