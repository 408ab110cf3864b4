import { useEffect, useMemo, useState } from 'react';
import { currentSubject } from '#console/api/auth.ts';
import { useTenant } from '#console/api/tenant.ts';
import { storageKey, storedDraft } from '#console/session/drafts.ts';
import { sessionStore } from '#kit/base/storage.ts';
import type { RowSelection } from '#kit/grid/use-row-selection.ts';
import type { DeskRow } from './desk.ts';

/** Debits by their keys, which have no account or ID numbers. */
interface Kept {
  selected: readonly string[];
  /** On the page Collect again. */
  collecting: readonly string[];
  /** The date for all. */
  date?: string;
  /** Later dates were suggested for debits at the bank, or a person chose the date for all: the dates stay as they are. */
  isSuggested?: boolean;
  /** What differs from the date for all and from the debit's amount. */
  edits: Readonly<Record<string, { date?: string; amount?: number | null; isAnyway?: boolean }>>;
}

const nothing: Kept = { selected: [], collecting: [], edits: {} };

/** What the pages of unpaid debits share. It survives Back, a reload and a new sign-in, not the session. */
export function useKept() {
  const { merchant, product } = useTenant();
  const key = storageKey(currentSubject(), merchant, product, 'unpaid');
  return useMemo(() => {
    const get = (): Kept => ({ ...nothing, ...storedDraft(key) });
    return {
      get,
      keep: (fields: Partial<Kept>) => sessionStore.setItem(key, JSON.stringify({ ...get(), ...fields })),
    };
  }, [key]);
}

/** Restores the selection when the debits have loaded. */
export function useKeptSelection(rows: readonly DeskRow[], isLoading: boolean, selection: RowSelection<DeskRow>): void {
  const { get, keep } = useKept();
  const { has, select } = selection;
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (isLoading) return;
    if (isRestored) {
      keep({ selected: rows.filter(has).map((it) => it.key) });
      return;
    }
    const selected = new Set(get().selected);
    // Not over what was selected meanwhile.
    if (!rows.some(has)) select(rows.filter((it) => selected.has(it.key)));
    setRestored(true);
  }, [isLoading, isRestored, rows, has, select, get, keep]);
}
