-- What compose.yaml makes in a new database server. The service's user owns its database and may create roles; it is no
-- superuser, since superusers pass row-level security.
\getenv password POSTGRES_PASSWORD
create role collections login createrole password :'password';
create database collections owner collections encoding 'UTF8' template template0;

-- The superuser is for the container itself: over the network nobody signs in without a password.
alter role postgres password null;
