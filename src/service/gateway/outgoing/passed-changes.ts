import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sequenceFrom } from '#answers/json.ts';
import { operations, type ChangeName } from '#contract/operations.ts';
import type { PassedChange, PassedChangeList } from '#contract/passed-changes.ts';
import { dateText } from '#contract/times.ts';
import { addDays } from '#rules/calendar.ts';
import { installation, type Entry, type Target } from '#service/audit/entry.ts';
import { wallTimesOf } from '#service/base/clock.ts';
import type { Query } from '#service/database/query.ts';
import { serveExtension, viewing, type Extension } from '#service/http/extension.ts';

const mostDays = 400;
/** The newest; what is older than they are is as if the audit did not have it. */
const mostEntries = 2000;

const PassedChangesFilter = z.strictObject({
  Product: z.string().max(50).describe('The product of the record.'),
  ClientNumber: z.string().max(50).optional().describe('Of the record, with its contract number.'),
  ContractNumber: z.string().max(50).optional().describe('Of the record, with its client number.'),
  ContractSequence: z.string().max(50).optional().describe('Of the record.'),
  Days: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(dateText()).max(mostDays))
    .describe('Days on which the provider’s reports show changes, with commas between them.'),
});

/**
 * Who asked for the changes of a record; not part of the interface. A provider's change reports name one machine for all people of
 * this server. It is for those who may read these reports, which name the people themselves where no provider is behind.
 */
export function servePassedChanges(app: FastifyInstance, parts: Extension & { timeZone: string }): void {
  const at = wallTimesOf(parts.timeZone);
  serveExtension(
    app,
    parts,
    'passedChangeList',
    { summary: 'Retrieve who asked for the changes of a record', query: PassedChangesFilter },
    async (given) => {
      const { merchant, query: filter, request, reply } = given;
      const restored = await viewing(parts, request, reply, ({ query }) => lastRestore(query), {
        merchant: installation,
      });
      return viewing(parts, request, reply, async ({ query }): Promise<PassedChangeList> => {
        const [first] = await query<{ at: string | null }>(
          'select min(at) as at from audit_entry where merchant = $1',
          [merchant],
        );
        const entries = await entriesAbout(query, merchant, filter);
        const oldest = entries.length === mostEntries ? entries[0]?.At : undefined;
        const wall: Wall = (instant, minutes) => at(Date.parse(instant) + 60_000 * minutes);
        return {
          Since: first?.at ? latest(wall(first.at, -1), ...[restored, oldest].map((it) => it && wall(it, 1))) : null,
          Changes: changesIn(entries, filter, wall),
        };
      });
    },
  );
}

const latest = (...times: (string | null | undefined)[]): string | null =>
  times
    .filter((it) => it != null)
    .toSorted()
    .at(-1) ?? null;

/** What was done between a backup and its restore is in no audit. */
async function lastRestore(query: Query): Promise<string | null> {
  const [found] = await query<{ at: string | null }>(
    `select max(at) as at from audit_entry where merchant = $1 and action in ('backup.restore', 'audit.lost')`,
    [installation],
  );
  return found?.at ?? null;
}

/** A minute more or less for clocks that differ. */
type Wall = (instant: string, minutes: 1 | -1) => string;

type Named = Omit<z.output<typeof PassedChangesFilter>, 'Days' | 'Product'>;

/** Of the record's own names, all that are known: items may be sent under either. */
function targetsOf({ ClientNumber, ContractNumber, ContractSequence }: Named): Target[] {
  const hasNumbers = ClientNumber !== undefined && ContractNumber !== undefined;
  return [
    ...(ContractSequence === undefined ? [] : [{ ContractSequence: sequenceFrom(ContractSequence) }]),
    ...(hasNumbers ? [{ ClientNumber, ContractNumber }] : []),
  ];
}

/** The entries of every call around the days that was sent and may be about the record; oldest first. */
async function entriesAbout(
  query: Query,
  merchant: string,
  { Product, Days, ...named }: z.output<typeof PassedChangesFilter>,
): Promise<Entry[]> {
  const targets = targetsOf(named).map((it) => JSON.stringify([it]));
  // The reports of a contract also show the bank details of its client.
  const client = [{ ClientNumber: named.ClientNumber ?? null }];
  if (targets.length === 0 || Days.length === 0) return [];
  // A change may be asked for long before it is stored. Of days that follow each other each entry is read once.
  const days = [...new Set(Days.flatMap((day) => [addDays(day, -2), addDays(day, -1), day, addDays(day, 1)]))];
  const rows = await query<{ entry: string }>(
    `with asked as (
        select call_sequence from unnest($2::text[]) as day join audit_entry
          on merchant = $1 and at >= day and at < day || 'Z' and entry::jsonb ->> 'Outcome' <> 'done'
        where entry::jsonb ->> 'Outcome' = 'asked' and entry::jsonb ->> 'Product' = $3
          and (entry::jsonb -> 'Targets' @> any($4::jsonb[]) or entry::jsonb ? 'MoreTargets'
            or entry::jsonb ->> 'Action' = 'clientEdit' and entry::jsonb -> 'Targets' @> $6::jsonb)
        order by at desc limit $5)
      select entry from audit_entry where merchant = $1 and call_sequence in (select call_sequence from asked)
      order by sequence desc limit $5`,
    [merchant, days, Product, targets, mostEntries, JSON.stringify(client)],
  );
  return rows.map(({ entry }) => JSON.parse(entry) as Entry).toReversed();
}

function changesIn(entries: readonly Entry[], named: Named, wall: Wall): PassedChange[] {
  const calls = new Map<number | undefined, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const before = calls.get(entry.CallSequence);
    if (before) before.push(entry);
    else if (entry.Outcome === 'asked' && isOfRecords(entry.Action)) calls.set(entry.CallSequence, [entry]);
  }
  return [...calls.values()].flatMap((call) => changeOf(call, named, wall) ?? []);
}

const isOfRecords = (action: string): boolean =>
  action === 'clientEdit' || !['clients', 'messages'].includes(operations[action as ChangeName].resource);

/** Undefined if nothing of it was stored. */
function changeOf([asked, ...outcomes]: [Entry, ...Entry[]], named: Named, wall: Wall): PassedChange | undefined {
  const decided = outcomes.filter(({ Outcome }) => Outcome !== 'unclear');
  const count = decided.reduce((sum, { Items = 0 }) => sum + Items, 0);
  // An entry may be of some items that are unclear and some that are not: then it stays open here, which claims less.
  const last = count >= (asked.Items ?? 0) - (asked.Refused ?? 0) ? decided.at(-1) : undefined;
  if (last && decided.every(({ Outcome }) => Outcome === 'refused' || Outcome === 'not stored')) return undefined;
  // Those of an outcome were compared with the values of before.
  const found = (last ? decided : [asked]).map((entry) => fieldsAbout(entry, named));
  return {
    Operation: asked.Action as ChangeName,
    AskedBy: asked.Actor.Name,
    From: wall(asked.At, -1),
    To: last ? wall(last.At, 1) : null,
    IsStored: last !== undefined && outcomes.every(({ Outcome }) => Outcome === 'done'),
    Fields: found.flatMap(({ fields }) => fields),
    IsPartial: (asked.MoreTargets ?? 0) > 0 || found.some(({ isPartial }) => isPartial),
  };
}

function fieldsAbout({ Changes = [], MoreChanges = 0, Targets = [] }: Entry, { ClientNumber, ContractNumber }: Named) {
  // What was sent by its contract's ID alone has no other name.
  const isNamed = (it: Target) => it.ClientNumber !== undefined || Targets.length === 1;
  const isAbout = (it: Target) =>
    Targets.length === 1 ||
    (it.ClientNumber === ClientNumber && (it.ContractNumber ?? ContractNumber) === ContractNumber);
  return {
    isPartial: MoreChanges > 0 || !Changes.every(isNamed),
    fields: Changes.filter(isAbout).map(({ Field, Sequence, New, IsSealed }) => ({
      Field,
      ...(Sequence !== undefined && { Sequence }),
      ...(!IsSealed && { New }),
    })),
  };
}
