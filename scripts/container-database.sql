-- Run by compose.yaml in a new database server. The service's user owns its database and may create roles, but is no
-- superuser: superusers bypass row-level security.
\getenv password POSTGRES_PASSWORD
create role collections login createrole password :'password';
create database collections owner collections encoding 'UTF8' template template0;

-- Only the container itself uses the superuser: over the network every sign-in needs a password.
alter role postgres password null;
