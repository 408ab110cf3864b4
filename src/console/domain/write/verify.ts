import type { ReadName } from '#console/api/client.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { merged } from '#console/domain/contract/record.ts';
import { isOver, stageOf } from '#console/domain/statuses.ts';
import { latestStatus, mergeEvents } from '#console/domain/timeline/events.ts';
import { statusOf as payoutStatusOf } from '#console/domain/timeline/payout-events.ts';
import type { Fields, Unconfirmed } from '#console/session/unconfirmed.ts';
import { fieldOf } from '#contract/fields.ts';
import type { OperationName } from '#contract/operations.ts';
import { comparable, compared, contractOf, first, listsOf, refetch, textOf } from './refetch.ts';

/**
 * What the service's own records say of an item whose answer was lost. `unclear`: they do not tell, and nothing is claimed.
 */
export interface Finding {
  verdict: 'there' | 'absent' | 'unclear';
  /** The record that shows it. */
  found?: Fields;
  /** Why it cannot be told. */
  note?: string;
  /** One of its day and amount is there, which may have been there before. */
  isAlike?: boolean;
}

type Before = NonNullable<Unconfirmed['before']>;
interface Way {
  /** Reads what has to be known before the first send. */
  before?(tenant: Tenant, items: readonly Fields[]): Promise<Before>;
  /** Reads what there is now; a finding for each item. @throws CallError */
  look(tenant: Tenant, record: Unconfirmed): Promise<Finding[]>;
}

/**
 * A number that people give: there is at most one record of it. One that says something else than was sent may have been
 * there before.
 */
const numbered = (list: ReadName, named: (item: Fields) => Fields = contractOf): Way => ({
  look: (tenant, { items }) =>
    Promise.all(
      items.map(async (item): Promise<Finding> => {
        const found = await first(list, tenant, named(item));
        if (!found) return { verdict: 'absent' };
        const { differing } = await compared(item, found);
        if (differing.length === 0) return { verdict: 'there', found };
        const labels = differing.map((name) => fieldOf(name)?.label ?? name).join(', ');
        return { verdict: 'unclear', found, note: `It is there, but not as it was sent: ${labels}.` };
      }),
    ),
});

/** An edit is there when everything of it that is returned says what was sent. */
const edited = (read: (tenant: Tenant, item: Fields) => Promise<Fields | undefined>): Way => ({
  look: (tenant, { items }) =>
    Promise.all(
      items.map(async (item): Promise<Finding> => {
        const now = (await read(tenant, item)) ?? {};
        const { returned, differing } = await compared(item, now);
        if (differing.length > 0) return { verdict: 'absent' };
        if (returned > 0) return { verdict: 'there', found: now };
        return { verdict: 'unclear', note: 'What was changed cannot be looked up.' };
      }),
    ),
});

/** Both retrieves of a contract: each returns a subset (interface, Mandate). */
async function termsOf(tenant: Tenant, item: Fields): Promise<Fields | undefined> {
  const named = contractOf(item);
  const [mandate, contract] = await Promise.all([
    first('mandateList', tenant, named),
    first('contractList', tenant, named),
  ]);
  return mandate || contract ? merged(contract, mandate) : undefined;
}

const statusOf = (it: Fields): string => textOf(it.InstalmentStatus ?? it.Status ?? it.MandateStatusCode);

/** Whether something is cancelled, by its status; `before` is what that was, since a provider has words of its own. */
function byStatus(now: Fields, before: unknown): Finding {
  const status = statusOf(now);
  const stage = stageOf(status);
  if (stage === 'cancelled' || /^(?:cancel|delete|withdraw)/i.test(status)) return { verdict: 'there' };
  if (stage !== undefined || (status !== '' && status === before)) return { verdict: 'absent' };
  return { verdict: 'unclear', note: status ? `Its status is ${status}.` : 'Its status is not available.' };
}

const cancelled = (read: (tenant: Tenant, item: Fields) => Promise<Finding>): Way => ({
  look: (tenant, { items }) => Promise.all(items.map((item) => read(tenant, item))),
});

/** The days in which a change of now can stand; the service's clock may be ahead of this computer's. */
const aroundNow = () => {
  const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
  return { StartDate: `${day(-366)} 00:00`, EndDate: `${day(3660)} 23:59` };
};

/** A contract's own status is in no retrieve, so the change log tells it, where it tells anything. */
async function byLog(
  tenant: Tenant,
  item: Fields,
  statusIn: (changes: never[]) => string | undefined,
): Promise<Finding> {
  const changes = await refetch('contractChangeReport', tenant, { ...aroundNow(), ...contractOf(item) });
  if (changes.length === 0) return { verdict: 'unclear', note: 'No change of it is on record.' };
  return statusIn(changes as never[]) === 'CANCELLED' ? { verdict: 'there' } : { verdict: 'absent' };
}

/** How long the count before may take; without it the write goes all the same, and less can be told afterwards. */
const beforeMs = 10_000;

/**
 * What has no number of the sender's own: the same day and amount may be there twice on purpose, so what is there now is held
 * against what was there before.
 */
const added = (list: ReadName, id: string, dates: readonly string[], amount: string): Way => ({
  async before(tenant, items) {
    const lists = await listsOf(list, tenant, items, AbortSignal.timeout(beforeMs));
    return lists.map((records) => records.map((it) => (typeof it[id] === 'number' ? it[id] : null)));
  },
  async look(tenant, { items, before }) {
    const lists = await listsOf(list, tenant, items);
    const dayOf = (it: Fields) => comparable(dates.map((name) => it[name]).find((value) => value != null));
    const isLike = (it: Fields, item: Fields) =>
      dayOf(it) === dayOf(item) && comparable(it[amount]) === comparable(item[amount]);
    const isCountable = (index: number) =>
      [...(before?.[index] ?? [null]), ...(lists[index] ?? []).map((it) => it[id])].every(
        (it) => typeof it === 'number',
      );
    const fresh = lists.map((now, index) => now.filter((it) => !before?.[index]?.includes(it[id] as number)));
    // Items of one contract share its list, and each new record answers for one of them.
    const taken = new Set<Fields>();
    const found = items.map((item, index) => {
      const it = isCountable(index) ? fresh[index]?.find((one) => !taken.has(one) && isLike(one, item)) : undefined;
      if (it) taken.add(it);
      return it;
    });
    return items.map((item, index): Finding => {
      const [had, now, it] = [before?.[index], lists[index] ?? [], found[index]];
      if (it) return { verdict: 'there', found: it };
      if (now.length === 0) return { verdict: 'absent' };
      if (!isCountable(index)) {
        if (had && now.length <= had.length) return { verdict: 'absent' };
        const alike = now.find((one) => !taken.has(one) && isLike(one, item));
        if (!alike) return { verdict: 'unclear', note: 'What was there before is not known.' };
        taken.add(alike);
        return {
          verdict: 'unclear',
          note: `Number ${String(alike[id])} has that day and amount; whether it was there before is not known.`,
          isAlike: true,
        };
      }
      const other = fresh[index]?.find((one) => !taken.has(one));
      return other
        ? { verdict: 'unclear', note: `Number ${String(other[id])} is new, with another date or amount.` }
        : { verdict: 'absent' };
    });
  },
});

const instalmentCancelled =
  (list: 'instalmentList' | 'omniInstalmentList') =>
  async (tenant: Tenant, item: Fields): Promise<Finding> => {
    const named = { ...contractOf(item), InstalmentSequence: Number(item.InstalmentSequence) };
    const now = await first(list, tenant, named);
    return now ? byStatus(now, undefined) : { verdict: 'unclear', note: 'It is not listed.' };
  };

/** The status that a mandate had before is that which says that nothing has happened. */
const mandateCancelled = (findingWhenGone: Finding): Way => ({
  before: async (tenant, items) => {
    const [list = []] = await listsOf('mandateList', tenant, items, AbortSignal.timeout(beforeMs));
    return [list.map(statusOf)];
  },
  look: async (tenant, { items: [item = {}], before }) => {
    const now = await first('mandateList', tenant, contractOf(item));
    return [now ? byStatus(now, before?.[0]?.[0]) : findingWhenGone];
  },
});

/** All that remain of a contract: each has the status that it had, or has not. */
const remainingCancelled: Way = {
  async before(tenant, items) {
    const lists = await listsOf('omniInstalmentList', tenant, items, AbortSignal.timeout(beforeMs));
    return lists.map((records) => records.filter(mayGo).map(markOf));
  },
  async look(tenant, { items, before }) {
    const lists = await listsOf('omniInstalmentList', tenant, items);
    return items.map((_item, index): Finding => {
      const had = before?.[index] ?? [];
      if (had.length === 0) return { verdict: 'unclear', note: 'What there was before is not known.' };
      const now = new Set((lists[index] ?? []).map(markOf));
      const changed = had.filter((mark) => typeof mark === 'string' && !now.has(mark)).length;
      if (changed === 0) return { verdict: 'absent' };
      if (changed === had.length) return { verdict: 'there' };
      return { verdict: 'unclear', note: `${changed} of ${had.length} instalments have changed since.` };
    });
  },
};
/** Still scheduled, or in a word of the provider's own. */
const mayGo = (it: Fields): boolean => (stageOf(statusOf(it)) ?? 'scheduled') === 'scheduled' && !isOver(statusOf(it));
/** An instalment with its status. */
const markOf = (it: Fields): string => `${String(it.InstalmentSequence)} ${statusOf(it)}`;

const instalmentEdited = (list: 'instalmentList' | 'omniInstalmentList') =>
  edited((tenant, item) =>
    first(list, tenant, { ...contractOf(item), InstalmentSequence: Number(item.InstalmentSequence) }),
  );

const oneOmni = cancelled(instalmentCancelled('omniInstalmentList'));
const wayOfOmniCancel = (items: readonly Fields[]) =>
  items.every((it) => it.InstalmentSequence == null) ? remainingCancelled : oneOmni;

/** How each write is read back. */
const ways: Partial<Record<OperationName, Way>> = {
  clientCreate: numbered('clientList', ({ ClientNumber }) => ({ ClientNumber: String(ClientNumber) })),
  clientEdit: edited((tenant, { ClientNumber }) => first('clientList', tenant, { ClientNumber: String(ClientNumber) })),
  mandateCreate: numbered('mandateList'),
  mandateEdit: edited(termsOf),
  mandateInitiateEdit: edited(termsOf),
  contractCreate: numbered('contractList'),
  contractEdit: edited(termsOf),
  payoutContractCreate: numbered('payoutContractList'),
  mandateCancel: mandateCancelled({ verdict: 'unclear', note: 'It is not listed.' }),
  mandateInitiateCancel: mandateCancelled({ verdict: 'there' }),
  contractCancel: cancelled((tenant, item) =>
    byLog(tenant, item, (contract) => latestStatus(mergeEvents({ contract }))),
  ),
  payoutContractCancel: cancelled((tenant, item) => byLog(tenant, item, payoutStatusOf)),
  instalmentCreate: added('instalmentList', 'InstalmentSequence', ['InstalmentActionDate'], 'InstalmentAmount'),
  instalmentEdit: instalmentEdited('instalmentList'),
  instalmentCancel: cancelled(instalmentCancelled('instalmentList')),
  omniInstalmentCreate: added('omniInstalmentList', 'InstalmentSequence', ['CollectionDate'], 'InstalmentAmount'),
  omniInstalmentEdit: instalmentEdited('omniInstalmentList'),
  omniInstalmentCancel: {
    before: async (tenant, items) => (await wayOfOmniCancel(items).before?.(tenant, items)) ?? [],
    look: (tenant, record) => wayOfOmniCancel(record.items).look(tenant, record),
  },
  payoutPaymentCreate: added('payoutPaymentList', 'PaymentSequence', ['PaymentDate'], 'PaymentAmount'),
  payoutPaymentEdit: edited((tenant, item) =>
    first('payoutPaymentList', tenant, { ...contractOf(item), PaymentSequence: Number(item.PaymentSequence) }),
  ),
};

/** What there is before the first send, where that is needed to tell afterwards; nothing where it cannot be read in time. */
export async function readBefore(record: Unconfirmed): Promise<Before | undefined> {
  try {
    return await ways[record.operation]?.before?.(record, record.items);
  } catch {
    return undefined;
  }
}

/** Reads back what became of each item. @throws CallError */
export async function verify(record: Unconfirmed): Promise<Finding[]> {
  const way = ways[record.operation];
  return way ? way.look(record, record) : record.items.map(() => ({ verdict: 'unclear' }));
}
