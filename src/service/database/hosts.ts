import pg from 'pg';

/**
 * Connection options of `databaseUrl`. Of `postgres://user:password@one:5432,two/name` the host that takes writes is
 * used.
 */
export function toHosts(databaseUrl: string): pg.PoolConfig {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/.exec(databaseUrl) ?? [];
  const addresses = hosts.split(',').map((host) => before + host + after);
  return { connectionString: databaseUrl, ...(addresses.length > 1 && { Client: clientsOf(addresses) }) };
}

/**
 * Connections that all go to one server. When one breaks, cannot be made or leads to a read-only server, the next
 * connection goes to the next server.
 */
function clientsOf(addresses: string[]): new (options?: pg.ClientConfig) => pg.Client {
  let current = 0;
  return class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      const index = current;
      super({ ...options, connectionString: addresses[index] });
      const moveOn = () => {
        if (current === index) current = (index + 1) % addresses.length;
      };
      let isOpen = false;
      this.once('connect', () => (isOpen = true));
      this.once('end', () => isOpen || moveOn());
      this.once('error', moveOn);
    }
  };
}
