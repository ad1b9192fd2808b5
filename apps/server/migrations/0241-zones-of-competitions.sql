-- The time zone of a competition that an operator has made. Without one a time that names no zone is left to a person.
alter table competition add column zone text;
