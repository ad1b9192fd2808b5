-- Once, as the superuser on the primary: the owner of the tables, the role of the server, and the database.
create role touchline login password '${OWNER_PASSWORD}';
create role touchline_app login password '${SERVER_PASSWORD}';
create database touchline owner touchline;
