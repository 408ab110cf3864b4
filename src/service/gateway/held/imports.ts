import { dateOf } from '#rules/calendar.ts';
import { appending } from '#service/audit/entry.ts';
import { Events } from '#service/audit/events.ts';
import type { Query } from '#service/database/query.ts';
import { Lock, mustBeFree, whenFree } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { namedFields } from '../outgoing/claims.ts';
import { inMerchantTransaction } from '../outgoing/settle.ts';
import type { SharedWorld } from '../outgoing/world.ts';
import { overLimit, type CountedItem } from './counted.ts';
import { writeHeldEvents } from './events.ts';
import { heldItemsIn } from './store.ts';

/*
 * What was sent cannot be called back, so payouts of an import are kept until all of it is known. Then it is judged as one call is: what is
 * below the limit goes by itself.
 */

interface ImportNamed {
  merchant: string;
  approval: number;
}

/** Judges the imports that are complete, of any process. */
export async function judgeImports(world: SharedWorld): Promise<void> {
  const due = await asMaintenance(world.pool, (query) =>
    query<ImportNamed>(
      `select merchant, approval_sequence as approval from approval where import_closes <= now() order by import_closes limit 100`,
    ),
  );
  for (const it of due) await whenFree({ destroyed: false }, () => judgeImport(world, it)).catch(world.report);
}

interface Import {
  product: string;
  importId: string;
  subject: string;
}

const judgeImport = (world: SharedWorld, { merchant, approval }: ImportNamed): Promise<void> =>
  inMerchantTransaction(world, merchant, async ({ query }, begun) => {
    const [known] = await query<Import>(
      `select product, import_id as "importId", imported_by as subject from approval where merchant = $1 and approval_sequence = $2`,
      [merchant, approval],
    );
    if (!known) return;
    const { product, importId, subject } = known;
    // In the order in which keeping takes them.
    await mustBeFree({ query }, `${merchant} ${product}`, Lock.claims);
    await mustBeFree({ query }, merchant, Lock.approval);
    const closed = await query(
      `update approval set import_closes = null where merchant = $1 and approval_sequence = $2 and import_closes <= now() returning 1`,
      [merchant, approval],
    );
    if (closed.length === 0) return;
    const items = await judgedItems(query, merchant, approval);
    if (items.length === 0) return;
    const going = await belowLimit(world, query, merchant, { subject, importId }, items);
    await query(
      `update held_item set state = 'RELEASED', send_at = null, next_try = now(), note = null
        where merchant = $1 and approval_sequence = $2 and item = any($3)`,
      [merchant, approval, going.map(({ item }) => item)],
    );
    // From now on a person decides about the others.
    const others = await query<{ item: number }>(
      `update held_item set mark = null where merchant = $1 and approval_sequence = $2 and state = 'WAITING' and mark is not null
        returning item`,
      [merchant, approval],
    );
    const left = { merchant, approval, items: others.map(({ item }) => item) };
    const waiting = await heldItemsIn({ query, numbers: world.numbers }, left);
    await writeHeldEvents({ query, merchant }, 'payout.waiting', world.clock.now(), waiting);
    if (going.length === 0) return;
    await query(
      `update approval set decision = 'RELEASED', decided_name = $3, decided_at = $4
        where merchant = $1 and approval_sequence = $2 and not exists (
          select from held_item held where held.merchant = $1 and held.approval_sequence = $2 and held.state = 'WAITING')`,
      [merchant, approval, 'the rule, below its limit', world.clock.now()],
    );
    const events = new Events();
    events.note(going.map((it) => namedFields(it)));
    begun.last.push(
      ...appending(merchant, {
        Action: 'approval.release',
        Actor: { Kind: 'service', Id: 'judging-imports', Name: 'Judging an import' },
        Product: product,
        Outcome: 'done',
        Items: going.length,
        ...events.listed,
        Details: { Approval: approval, Import: importId, Why: 'below the limit' },
      }),
    );
  });

interface JudgedItem extends CountedItem {
  item: number;
  sequence: string | null;
  numbers: string | null;
}

/** Those that no person has to decide about for another reason. */
async function judgedItems(query: Query, merchant: string, approval: number): Promise<JudgedItem[]> {
  return query<JudgedItem>(
    `select held.item, held.sequence, held.numbers, min(account) as account,
        json_agg(json_build_object('day', to_char(counted.day, 'YYYY-MM-DD'), 'cents', cents)) as payments
      from held_item held join counted_payout counted on counted.merchant = held.merchant
        and counted.approval_sequence = held.approval_sequence and counted.item = held.item
      where held.merchant = $1 and held.approval_sequence = $2 and held.state = 'WAITING' and held.mark is not null
        and counted.merchant = $1
      group by held.item, held.sequence, held.numbers order by held.item`,
    [merchant, approval],
  );
}

async function belowLimit(
  { clock }: SharedWorld,
  query: Query,
  merchant: string,
  { subject, importId }: Pick<Import, 'subject' | 'importId'>,
  items: readonly JudgedItem[],
): Promise<readonly JudgedItem[]> {
  const [rule] = await query<{ above: number }>(
    'select above from approval_rule where merchant = $1 and above is not null',
    [merchant],
  );
  if (!rule) return items;
  const by = { subject, today: dateOf(clock.now()), preparedIn: importId };
  const isOver = await overLimit(query, merchant, by, rule.above, items, 'counted');
  return items.filter((it) => !isOver(it));
}
