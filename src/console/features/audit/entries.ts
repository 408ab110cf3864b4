import { useInfiniteQuery } from '@tanstack/react-query';
import { readAudit } from '#console/api/audit.ts';
import { useTenant } from '#console/api/tenant.ts';
import { fieldOf } from '#contract/fields.ts';
import { operations } from '#contract/operations.ts';

/** An entry of the audit as the service shows it (docs/decisions.md, 56); anything may be missing. */
export interface Entry {
  Sequence: number;
  At: string;
  Action: string;
  Actor: { Kind: string; Id: string; Name: string };
  Context?: { Address?: string; Session?: string; Program?: string; Factors?: string[] };
  Product?: string;
  CallSequence?: number;
  Outcome: 'done' | 'partly' | 'refused';
  Items?: number;
  Refused?: number;
  Codes?: Record<string, number>;
  Targets?: Target[];
  MoreTargets?: number;
  Changes?: (Target & { Field: string; Sequence?: number; Old: string | null; New: string | null; IsSealed?: true })[];
  MoreChanges?: number;
  Skipped?: number;
  Details?: Record<string, unknown>;
}

export interface Target {
  ClientNumber?: string;
  ContractNumber?: string;
}

export interface Chain {
  Entries: number;
  CheckedAt: string | null;
  CheckedEntries: number;
  BrokenAt: number | null;
}

interface Answer {
  Entries: Entry[];
  Chain: Chain;
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
export async function allEntries(merchant: string, filter: AuditFilter): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let Before = ''; ;) {
    const { Entries } = await readAudit<Answer>(merchant, { ...filter, Before, Limit: '1000' });
    entries.push(...Entries);
    const last = Entries[999];
    if (!last) return entries;
    Before = String(last.Sequence);
  }
}

const actions: Readonly<Record<string, string>> = {
  'sign-in': 'Sign in',
  audit: 'View the audit',
  export: 'Export',
  unmask: 'Show a hidden number',
  clearing: 'Debits and payouts processed',
  'month.close': 'Close a month',
  'month.reopen': 'Reopen a month',
  'approval.release': 'Release payouts or changes',
  'approval.return': 'Return payouts or changes',
  'approval.withdraw': 'Take back a release',
  approval: 'Decide on payouts or changes',
  'backup.restore': 'Restore a backup',
  'audit.forget': 'Remove a client’s personal values from the audit',
};

/** The actions that people filter by most. */
export const actionChoices = [...Object.keys(actions), ...Object.keys(operations)].map((code) => ({
  code,
  label: actionText(code),
}));

export function actionText(action: string): string {
  const known = actions[action];
  if (known) return known;
  return Object.hasOwn(operations, action) ? operations[action as keyof typeof operations].summary : action;
}

export const targetText = ({ ClientNumber, ContractNumber }: Target): string =>
  [ClientNumber, ContractNumber].filter(Boolean).join(' · ');

export function changeText({ Field, Sequence, Old, New, IsSealed }: NonNullable<Entry['Changes']>[number]): string {
  const label = `${fieldOf(Field)?.label ?? Field}${Sequence === undefined ? '' : ` ${Sequence}`}`;
  if (IsSealed) return `${label}: removed`;
  return Old === null ? `${label}: ${New ?? 'empty'}` : `${label}: ${Old} → ${New ?? 'empty'}`;
}

/** One line each: what else an entry says. */
export function detailLines({
  Items,
  Refused,
  Codes = {},
  Changes = [],
  MoreChanges,
  Skipped,
  Details = {},
}: Entry): string[] {
  const codes = Object.entries(Codes).map(([code, count]) => `${code}${count > 1 ? ` × ${count}` : ''}`);
  return [
    ...(Items !== undefined && Items > 1 ? [`${Items} records${Refused ? `, ${Refused} refused` : ''}`] : []),
    ...(codes.length > 0 ? [`Refused: ${codes.join(', ')}`] : []),
    ...Changes.map(changeText),
    ...(MoreChanges ? [`and ${MoreChanges} more changes`] : []),
    ...(Skipped ? [`${Skipped} more refusals before were not recorded one by one`] : []),
    ...Object.entries(Details).map(
      ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
    ),
  ];
}
