import { loggedText } from '#service/database/rows.ts';
import { isSensitive } from '#service/numbers/numbers.ts';
import type { AuditedChange, Target } from './entry.ts';

/** A logged change of a record (src/service/resources/change-log.ts). */
interface Event {
  /** Without its client's number, where a call names a contract by its sequence. */
  record: { ClientNumber?: string; ContractNumber?: string | null; ContractSequence?: number | string | null };
  change: { subject: string; type: string; field: string; sequence?: number; old: unknown; new: unknown };
}

/** An entry lists this many; the change log has all, with the number of the call. */
const mostTargets = 20;
const mostChanges = 50;

/** What a call changed, collected while it runs. */
export class Events {
  private readonly targets = new Map<string, Target>();
  private kept: Event[] = [];
  private count = 0;
  private last: Event['record'] | undefined;

  /** The creation of a record is not listed field by field: its target says it. */
  add(events: readonly Event[]): void {
    for (const event of events) {
      if (event.record !== this.last) this.note([event.record]);
      this.last = event.record;
      if (event.change.type === 'CREATE') continue;
      this.count++;
      if (this.kept.length < mostChanges) this.kept.push(event);
    }
  }

  /** Records whose changes are logged elsewhere. */
  note(records: readonly Event['record'][]): void {
    for (const { ClientNumber, ContractNumber, ContractSequence } of records) {
      const key = `${ClientNumber}\0${ContractNumber}${ClientNumber === undefined ? ContractSequence : ''}`;
      if (this.targets.has(key)) continue;
      this.targets.set(key, {
        ...(ClientNumber !== undefined && { ClientNumber }),
        ...(ContractNumber != null && { ContractNumber }),
        ...(ContractSequence != null && { ContractSequence }),
      });
    }
  }

  /** Runs an item; its events go with it when it fails. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const [kept, count, targets] = [this.kept.length, this.count, this.targets.size];
    try {
      return await work();
    } catch (error) {
      this.kept = this.kept.slice(0, kept);
      this.count = count;
      for (const key of [...this.targets.keys()].slice(targets)) this.targets.delete(key);
      this.last = undefined;
      throw error;
    }
  }

  /** The first targets, and how many there are beyond. */
  get listed(): { Targets?: Target[]; MoreTargets?: number } {
    const Targets = [...this.targets.values()].slice(0, mostTargets);
    const MoreTargets = this.targets.size - Targets.length;
    return { ...(Targets.length > 0 && { Targets }), ...(MoreTargets > 0 && { MoreTargets }) };
  }

  /**
   * The first changes, and how many there are beyond.
   * @param seal encrypts the personal values of a client.
   */
  async changes(
    seal: (client: string, values: (string | null)[]) => Promise<(string | null)[]>,
  ): Promise<{ Changes?: AuditedChange[]; MoreChanges?: number }> {
    const Changes: AuditedChange[] = [];
    for (const { record, change } of this.kept) {
      const values = [loggedText(change.field, change.old), loggedText(change.field, change.new)];
      const isPersonal = change.subject === 'client' || isSensitive(change.field);
      const [Old = null, New = null] = isPersonal ? await seal(record.ClientNumber ?? '', values) : values;
      Changes.push({
        ...(record.ClientNumber !== undefined && { ClientNumber: record.ClientNumber }),
        ...(record.ContractNumber != null && { ContractNumber: record.ContractNumber }),
        Field: change.field,
        ...(change.sequence !== undefined && { Sequence: change.sequence }),
        Old,
        New,
        ...(isPersonal && { IsSealed: true as const }),
      });
    }
    const MoreChanges = this.count - this.kept.length;
    return { ...(Changes.length > 0 && { Changes }), ...(MoreChanges > 0 && { MoreChanges }) };
  }
}
