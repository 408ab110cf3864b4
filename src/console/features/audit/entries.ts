import { useInfiniteQuery } from '@tanstack/react-query';
import { readAudit } from '#console/api/audit.ts';
import { useTenant } from '#console/api/tenant.ts';
import { auditActions, auditActionText } from '#contract/audit-actions.ts';
import { fieldOf } from '#contract/fields.ts';
import { operations } from '#contract/operations.ts';
import { settingsCalls, type SettingsName } from '#contract/settings.ts';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { isDate } from '#rules/calendar.ts';
import { fullDayText, monthText } from '#rules/day-text.ts';

/** In words. */
export const outcomeTexts = {
  done: 'Done',
  partly: 'Partly done',
  refused: 'Refused',
  asked: 'Asked',
  'not stored': 'Not stored',
  unclear: 'Unclear',
} as const;
type Outcome = keyof typeof outcomeTexts;

/** Those of calls to a provider, which has the last word. */
const ofProvider: readonly string[] = ['asked', 'not stored', 'unclear'] satisfies Outcome[];

/** What people can filter by. */
export const outcomeChoices = (hasProvider: boolean): { code: string; label: string }[] =>
  Object.entries(outcomeTexts).flatMap(([code, label]) =>
    hasProvider || !ofProvider.includes(code) ? [{ code, label }] : [],
  );

/** An entry of the audit as the service shows it (docs/decisions.md, 56); anything may be missing. */
export interface AuditEntry {
  Sequence: number;
  At: string;
  Action: string;
  Actor: { Kind: string; Id: string; Name: string };
  Context?: { Address?: string; Session?: string; Program?: string; Factors?: string[] };
  Product?: string;
  CallSequence?: number;
  Outcome: Outcome;
  Items?: number;
  Refused?: number;
  Codes?: Record<string, number>;
  Targets?: AuditTarget[];
  MoreTargets?: number;
  Changes?: (AuditTarget & {
    Field: string;
    Sequence?: number;
    Old: string | null;
    New: string | null;
    IsSealed?: true;
  })[];
  MoreChanges?: number;
  Skipped?: number;
  Details?: Record<string, unknown>;
}

export interface AuditTarget {
  ClientNumber?: string;
  ContractNumber?: string;
  ContractSequence?: number | string;
}

export interface AuditChain {
  Entries: number;
  CheckedAt: string | null;
  CheckedEntries: number;
  AllCheckedAt: string | null;
  BrokenAt: number | null;
}

interface Answer {
  Entries: AuditEntry[];
  Chain: AuditChain;
}

export type AuditFilter = Readonly<Record<string, string>>;

const pageSize = 50;

export function useEntries(filter: AuditFilter, isWanted: boolean) {
  const { merchant } = useTenant();
  return useInfiniteQuery({
    queryKey: ['audit', merchant, filter],
    queryFn: ({ pageParam, signal }) =>
      readAudit<Answer>(merchant, { ...filter, Before: pageParam, Limit: String(pageSize) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ Entries }) =>
      Entries.length === pageSize ? String(Entries[Entries.length - 1]?.Sequence) : undefined,
    enabled: isWanted,
  });
}

/** All entries of a filter, for a file. @throws Error unless answered */
export async function allEntries(merchant: string, filter: AuditFilter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let Before = ''; ;) {
    const { Entries } = await readAudit<Answer>(merchant, { ...filter, Before, Limit: '1000' });
    entries.push(...Entries);
    const last = Entries[999];
    if (!last) return entries;
    Before = String(last.Sequence);
  }
}

/** All that people can filter by: the interface's operations change or send something, its retrieves have no entries. */
export const actionChoices = [
  ...Object.keys(auditActions),
  ...Object.values(operations).flatMap(({ name, method }) => (method === 'GET' ? [] : [name])),
].map((code) => ({ code, label: actionText(code) }));

/** In words; an action of a later service as it is. */
export function actionText(action: string): string {
  if (Object.hasOwn(operations, action)) return operations[action as keyof typeof operations].summary;
  if (Object.hasOwn(settingsCalls, action)) return settingsCalls[action as SettingsName].summary;
  return auditActionText(action) ?? action;
}

export const isOfPayouts = (action: string): boolean =>
  Object.hasOwn(operations, action) && operations[action as keyof typeof operations].resource === 'payouts';

/** By its sequence where the provider has not said whose it is. */
export const targetText = ({ ClientNumber, ContractNumber, ContractSequence }: AuditTarget): string =>
  [ClientNumber, ContractNumber].filter(Boolean).join(' · ') ||
  (ContractSequence === undefined ? '' : `Contract ID ${ContractSequence}`);

function changeText({ Field, Sequence, Old, New, IsSealed }: NonNullable<AuditEntry['Changes']>[number]): string {
  const label = `${fieldOf(Field)?.label ?? Field}${Sequence === undefined ? '' : ` ${Sequence}`}`;
  if (IsSealed) return `${label}: removed`;
  return Old === null ? `${label}: ${New ?? 'empty'}` : `${label}: ${Old} → ${New ?? 'empty'}`;
}

const lines = (count: number) => countText(count, ['bank line', 'bank lines']);

/** `Matched 2 lines, R 69 266,64: …`, by the entry itself or, of an earlier release, by its counts. */
function bankLines(details: Readonly<Record<string, unknown>>): string[] {
  const of = (name: string) => Number(details[name] ?? 0);
  const change = (did: string, name: string, count: number) => {
    const named = details[name];
    if (typeof named === 'string')
      return [`${did} ${named.replaceAll(/\d{4}-\d\d-\d\d/g, (day) => (isDate(day) ? fullDayText(day) : day))}`];
    return count > 0 ? [`${did} ${lines(count)}`] : [];
  };
  const matched = of('Matches') - of('MatchesBefore');
  const added = of('Lines') - of('LinesBefore');
  return [
    ...(details.Account ? [String(details.Account)] : []),
    ...change('Matched', 'Matched', matched),
    ...change('Undid the match of', 'Released', -matched),
    ...change('Added', 'Added', added),
    ...change('Removed', 'Removed', -added),
    ...(details.Lines === undefined ? [] : [`${formatCount(of('Matches'))} of ${lines(of('Lines'))} matched`]),
  ];
}

const detailLabels: Readonly<Record<string, string>> = {
  Target: 'Of',
  Typed: 'Command',
  What: 'From',
  Taken: 'As of',
  Rows: 'Rows',
  TakenOut: 'Excluded',
  Approval: 'Approval',
  Import: 'Import',
  Found: 'Outcome known by',
};

/** How the outcome of a call to the provider was found. */
const waysOfFinding: Readonly<Record<string, string>> = { answer: 'the answer', person: 'a person’s decision' };

const everyMerchant = (value: unknown): unknown => (value === '*' ? 'all merchants' : value);

function detailText(name: string, value: unknown): string {
  const label = detailLabels[name] ?? name;
  if (name === 'Month' && typeof value === 'string') return `${label}: ${monthText(value)}`;
  if (name === 'Found') return `${label}: ${waysOfFinding[String(value)] ?? String(value)}`;
  const values = Array.isArray(value) ? value : [value];
  // All merchants include the others that are listed.
  const shown = name.startsWith('Merchant') && values.includes('*') ? ['*'] : values;
  return `${label}: ${shown.map((it) => String(name.startsWith('Merchant') ? everyMerchant(it) : it)).join(', ')}`;
}

/** As the sign-in names them (RFC 8176); '' for what a passkey adds. */
const factors: Readonly<Record<string, string>> = {
  pwd: 'password',
  otp: 'code of an app',
  pop: 'passkey',
  user: '',
  mfa: 'second factor',
};

/** The program and how the person signed in, in words; of what is not known the name that the service gives. */
export const signInText = ({ Program, Factors = [] }: NonNullable<AuditEntry['Context']>): string =>
  [Program === 'console' ? 'this console' : Program, ...Factors.map((it) => factors[it] ?? it)]
    .filter(Boolean)
    .join(' · ');

/** One line each: what else an entry says. */
export function detailLines({
  Items,
  Refused,
  Codes = {},
  Changes = [],
  MoreChanges,
  Skipped,
  Details = {},
  Action,
}: AuditEntry): string[] {
  const codes = Object.entries(Codes).map(([code, count]) => `${code}${count > 1 ? ` × ${count}` : ''}`);
  return [
    ...(Items !== undefined && Items > 1 ? [`${Items} records${Refused ? `, ${Refused} refused` : ''}`] : []),
    ...(codes.length > 0 ? [`Refused: ${codes.join(', ')}`] : []),
    ...Changes.map(changeText),
    ...(MoreChanges ? [`and ${MoreChanges} more changes`] : []),
    ...(Skipped ? [`${Skipped} more refusals before were not recorded one by one`] : []),
    ...(Action.startsWith('bank.')
      ? bankLines(Details)
      : Object.entries(Details).map(([name, value]) => detailText(name, value))),
  ];
}
