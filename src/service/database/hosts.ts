import pg from 'pg';

/** Connection options of `databaseUrl`, which may list several hosts; the one that takes writes is used. */
export function toHosts(databaseUrl: string): pg.PoolConfig {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/.exec(databaseUrl) ?? [];
  const addresses = hosts.split(',').map((host) => before + host + after);
  return { connectionString: databaseUrl, ...(addresses.length > 1 && { Client: clientsOf(addresses) }) };
}

/**
 * All connections go to one server. When one breaks, fails or leads to a read-only server, the next connection tries
 * the next server.
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
