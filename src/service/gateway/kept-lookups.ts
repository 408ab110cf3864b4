interface LookupAnswer {
  status: number;
  body: Buffer;
}

const lookupLifeMs = 3_600_000;
const mostLookups = 2000;

/** A provider's lookups by a name of the caller's choice. They change rarely, so an hour old is good enough. */
export class KeptLookups {
  private readonly lists = new Map<string, LookupAnswer & { endsMs: number }>();

  get(name: string): LookupAnswer | undefined {
    const kept = this.lists.get(name);
    return kept && performance.now() < kept.endsMs ? kept : undefined;
  }

  set(name: string, list: LookupAnswer): void {
    this.lists.delete(name);
    this.lists.set(name, { ...list, endsMs: performance.now() + lookupLifeMs });
    const [oldest] = this.lists.keys();
    if (this.lists.size > mostLookups && oldest !== undefined) this.lists.delete(oldest);
  }
}
