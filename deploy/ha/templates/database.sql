-- Once, as the superuser on the primary: the owner of the tables, the role of the server, that of the backups, and the database.
create role touchline login password '${OWNER_PASSWORD}';
create role touchline_app login password '${SERVER_PASSWORD}';
create role touchline_backup login replication password '${BACKUP_PASSWORD}';
create database touchline owner touchline;
