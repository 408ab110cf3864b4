import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to the database that can be cut, like a network failure or a restart. */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private readonly server = createServer((near) => this.join(near));
  private port = 0;
  private far = new URL('postgres://localhost');

  /** The address of this end, for DATABASE_URL; connections to it reach `databaseUrl`. */
  async through(databaseUrl: string): Promise<string> {
    this.lead(databaseUrl);
    await this.open();
    const near = new URL(databaseUrl);
    near.searchParams.delete('host');
    near.host = `127.0.0.1:${this.port}`;
    return near.href;
  }

  /** Redirects new connections: a restarted server may have another address. */
  lead(databaseUrl: string): void {
    this.far = new URL(databaseUrl);
  }

  set(isCut: boolean): void {
    this.isCut = isCut;
    if (isCut) for (const socket of this.sockets) socket.destroy();
  }

  /** Again, after `close`, under the same address. */
  async open(): Promise<void> {
    this.isCut = false;
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Then connections do not even begin. */
  close(): void {
    this.set(true);
    this.server.close();
  }

  private join(near: Socket): void {
    if (this.isCut) return void near.destroy();
    const folder = this.far.searchParams.get('host');
    const port = Number(this.far.port || 5432);
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, this.far.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => this.sockets.delete(one) && other.destroy());
    }
  }
}
