import pg from 'pg';

/** How to connect to a server; of `postgres://user:password@one:5432,two/name`, to whichever of them takes writes. */
export function toHosts(databaseUrl: string): pg.PoolConfig {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/.exec(databaseUrl) ?? [];
  const addresses = hosts.split(',').map((host) => before + host + after);
  return { connectionString: databaseUrl, ...(addresses.length > 1 && { Client: clientsOf(addresses) }) };
}

/**
 * Connections that all go to one server; when one of them breaks, cannot be made or leads to a server that only reads, the
 * next goes to the server after it.
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
