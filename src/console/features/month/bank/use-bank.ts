import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '#console/api/auth.ts';
import { useConfig } from '#console/api/config.ts';
import { CallError, explain } from '#console/api/errors.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { toleranceOf, type AccountBook, type BankMatch, type KeptBook } from '#console/domain/bank/book.ts';
import { askItems } from '#console/domain/bank/items.ts';
import { useBooks } from '#console/domain/bank/settled.ts';
import { keepBook } from '#console/domain/bank/store.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import { useNow } from '#console/session/today.ts';
import { matchPermissions } from '#contract/extensions.ts';
import { useSearchParam } from '#kit/address/address.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { addDays, type DateText } from '#rules/calendar.ts';
import { openImport, type Import } from '#sheet-engine/client.ts';
import type { MatchingItem, Match } from '#sheet-engine/matching/item.ts';
import type { MatchingState } from '#sheet-engine/matching/session.ts';

/** Lines of the days before may have debits that a line of the month would else be matched with. */
const daysBefore = 14;
/** For settlements of a whole period before these lines, and unpaid debits that clients settle. */
const itemsBefore = 45;

/** Debits and payouts of all products that lines of the month can be. */
function useItems({ from, to }: Days, isNeeded: boolean) {
  const { merchant } = useTenant();
  const { products } = useConfig();
  const range = { from: addDays(from, -itemsBefore), to };
  return useQuery<MatchingItem[], CallError>({
    queryKey: ['transactionReport', merchant, 'bank', range, products],
    queryFn: async ({ signal }) => {
      const lists: MatchingItem[][] = [];
      for (const product of products)
        lists.push(await askReport('transactions', { merchant, product }, range, askItems(product), signal));
      return lists.flat();
    },
    enabled: isNeeded,
    retry: false,
  });
}

interface Failure {
  title: string;
  text: string;
}

const elsewhere: Failure = {
  title: 'Changed elsewhere',
  text: 'This account was changed in another window or by somebody else, so your last step was not saved. The lines below are current.',
};

function failureOf(error: unknown): Failure {
  const isRefused = error instanceof CallError && error.kind === 'refused';
  const reasons = isRefused ? error.faults.map((it) => it.Message) : [explain(error).next];
  return { title: 'Not saved', text: reasons.join(' ') };
}

/** The month's lines of the account in the address, with what they are matched with or may be. */
export function useBank(days: Days, isOpen: boolean) {
  const { merchant } = useTenant();
  const { name } = useSession();
  const now = useNow();
  const client = useQueryClient();
  const { books, queryKey } = useBooks();
  const permissions = usePermissions();
  const [wanted, setAccount] = useSearchParam('account');
  const kept = books.data?.find((it) => it.book.account.id === wanted) ?? books.data?.[0];
  const isNeeded = isOpen || kept !== undefined;
  const items = useItems(days, isNeeded);

  const [worker, setWorker] = useState<Import>();
  useEffect(() => {
    if (!isNeeded) return undefined;
    const next = openImport();
    setWorker(next);
    return () => next.close();
  }, [isNeeded]);

  const [state, setState] = useState<{ of: AccountBook; month: DateText; value: MatchingState }>();
  const [uncompared, setUncompared] = useState<AccountBook>();
  const [failure, setFailure] = useState<Failure>();
  const book = kept?.book;
  const lines = useMemo(
    () => (book?.lines ?? []).filter(({ date }) => date >= addDays(days.from, -daysBefore) && date <= days.to),
    [book, days.from, days.to],
  );
  const shown = useMemo(() => lines.filter((it) => it.date >= days.from), [lines, days.from]);
  const month = days.from;
  const isCurrent = state !== undefined && state.of === book && state.month === month;
  // While a change is compared, the lines stay on the page.
  const isShown = state !== undefined && state.of.account.id === book?.account.id && state.month === month;
  useEffect(() => {
    if (!worker || !book || !items.data || isCurrent) return undefined;
    let isOver = false;
    const own = new Set(lines.map((it) => it.id));
    const setup = {
      items: items.data,
      lines,
      matches: book.matches.filter((it) => own.has(it.line)),
      tolerance: toleranceOf(book.account),
      rules: book.account.rules,
    };
    worker.matching.open(setup).then(
      (value) => {
        if (!isOver) setState({ of: book, month, value });
      },
      (error: unknown) => {
        if (isOver) return;
        setUncompared(book);
        setFailure({ title: 'The lines could not be compared', text: (error as Error).message });
      },
    );
    return () => {
      isOver = true;
    };
  }, [worker, book, items.data, lines, month, isCurrent]);

  /** @returns whether it is kept */
  const keep = useCallback(
    async (changed: AccountBook | null, before?: KeptBook): Promise<boolean> => {
      const id = changed?.account.id ?? before?.book.account.id ?? '';
      setFailure(undefined);
      // An answer from before the change must not replace it.
      await client.cancelQueries({ queryKey });
      try {
        const version = await keepBook(merchant, id, changed, before?.version ?? 0);
        if (version === 'elsewhere') {
          setFailure(elsewhere);
          await client.invalidateQueries({ queryKey });
          return false;
        }
        client.setQueryData<KeptBook[]>(queryKey, (all = []) => {
          const others = all.filter((it) => it.book.account.id !== id);
          return changed ? [...others, { book: changed, version }] : others;
        });
        return true;
      } catch (error) {
        setFailure(failureOf(error));
        // Its answer may have been lost.
        await client.invalidateQueries({ queryKey });
        return false;
      }
    },
    [merchant, client, queryKey],
  );

  const settle = async (value: MatchingState | string, account = book?.account): Promise<boolean> => {
    if (!kept || !account) return false;
    if (typeof value === 'string') {
      setFailure({ title: 'Not matched', text: value });
      return false;
    }
    const own = new Set(lines.map((it) => it.id));
    const matches = [...kept.book.matches.filter((it) => !own.has(it.line)), ...(value.matches as BankMatch[])];
    const changed = { ...kept.book, account, matches };
    // A new rule applies to the other lines at once; else the worker is already up to date.
    const isUpToDate = account === kept.book.account;
    const isKept = await keep(changed, kept);
    if (!isKept) setState(undefined);
    else if (isUpToDate) setState({ of: changed, month, value });
    return isKept;
  };
  const signed = (match: Match): BankMatch => ({ ...match, by: name, at: now });

  return {
    books: books.data,
    isLoading:
      books.isLoading || (kept !== undefined && (items.isLoading || (!isShown && uncompared !== book)) && !items.error),
    error: books.error ?? items.error,
    refetch: books.isError ? books.refetch : items.refetch,
    /** Without it lines can be viewed and not matched. */
    mayMatch: !permissions || matchPermissions.some((it) => permissions.includes(it)),
    items: items.data,
    kept,
    worker,
    /** Of the month. */
    lines: shown,
    state: isShown ? state.value : undefined,
    failure,
    setFailure,
    setAccount,
    keep,
    confirm: async (matches: readonly Match[], account = book?.account): Promise<boolean> =>
      worker ? settle(await worker.matching.confirm(matches.map(signed)), account) : false,
    undo: async (line: string): Promise<boolean> => (worker ? settle(await worker.matching.undo(line)) : false),
  };
}

export type MonthBank = ReturnType<typeof useBank>;
