import { useEffect, useMemo, useState } from 'react';
import { put, useAddress } from '#kit/address/address.ts';
import { folded, searchWords, soughtDigits, type SoughtDigits } from '#rules/search-text.ts';

/** After the last key press; browsers refuse to change the address with every key. */
const settleMs = 250;

/** A contract's number may have this many digits; longer unmatched ones may be an account's. */
const longestNumber = 6;

/** `Dlamini No. 5` is the fifth record of who is called so. */
export function splitNumber(text: string): { sought: string; number?: number } {
  const [, sought = text, number] = /^(.*?)\s*(?:\bno\.?|#)\s*(\d+)$/i.exec(text.trim()) ?? [];
  return { sought, ...(number && { number: Number(number) }) };
}

export interface ListSearch<Row> {
  /** The text of the box. */
  text: string;
  /** Deferred: filtering all rows is slower than rendering the box. */
  setText(text: string): void;
  rows: readonly Row[];
  /** The text after a pause in typing. */
  settled: string;
  /** The settled text if no row matched it then; else ''. */
  unmatched: string;
}

interface How<Row> {
  /** The searched texts of a row. Must be stable, or all rows are prepared again. */
  textsOf(row: Row): readonly unknown[];
  /** Matches digits that are not in the texts, such as a telephone number. */
  hasDigits?(row: Row, digits: SoughtDigits): boolean;
  /** Of records that are numbered within their contract: `No. 5` finds it. */
  numberOf?(row: Row): number | null | undefined;
  isLoading: boolean;
}

/**
 * Filters rows by words in any order, ignoring case and accents. The text is kept as `q` in the address, to share the
 * list, except for digits that no visible number has: they may be an account number, which no address may contain.
 */
export function useSearch<Row extends object>(
  rows: readonly Row[],
  { textsOf, hasDigits, numberOf, isLoading }: How<Row>,
): ListSearch<Row> {
  const [query, change] = useAddress();
  const kept = query.get('q') ?? '';
  const [text, setText] = useState(kept);
  const [shown, setShown] = useState(kept);
  const [written, setWritten] = useState(kept);
  // The address may change under the box (Back, a finder link). A value that the box wrote itself may be older than its
  // text.
  if (kept !== shown) {
    setShown(kept);
    if (kept !== written) setText(kept);
  }
  const sought = text.trim();
  const isSought = sought !== '';
  // Prepared at the first key press.
  const prepared = useMemo(
    () =>
      isSought
        ? rows.map((row) =>
            folded(
              `${textsOf(row)
                .filter((it) => it != null)
                .join(' ')} /`,
            ),
          )
        : [],
    [isSought, rows, textsOf],
  );
  const found = useMemo(() => {
    if (!isSought) return { rows, isPrivate: false };
    const { sought: named, number } = numberOf ? splitNumber(sought) : { sought };
    const words = searchWords(named);
    const byText = rows.filter(
      (row, index) =>
        (number === undefined || numberOf?.(row) === number) && words.every((word) => prepared[index]?.includes(word)),
    );
    const digits = soughtDigits(named);
    if (byText.length > 0 || !digits) return { rows: byText, isPrivate: false };
    const byDigits = hasDigits ? rows.filter((row) => hasDigits(row, digits)) : [];
    return { rows: byDigits, isPrivate: byDigits.length > 0 || digits.all.length > longestNumber };
  }, [isSought, sought, rows, prepared, hasDigits, numberOf]);

  const { isPrivate } = found;
  const [settled, setSettled] = useState(kept);
  useEffect(() => {
    const wanted = text.trim();
    const timer = setTimeout(() => {
      setSettled(wanted);
      if (isLoading || (wanted === kept && !isPrivate)) return;
      setWritten(isPrivate ? '' : wanted);
      change((now) => put(now, { q: isPrivate ? '' : wanted }), { replace: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text, kept, isLoading, isPrivate, change]);

  const isSettled = isSought && settled === sought;
  const [missed, setMissed] = useState('');
  const isMissed = isSettled && !isLoading && found.rows.length === 0;
  if (isMissed && missed !== sought) setMissed(sought);
  return {
    text,
    setText,
    rows: found.rows,
    settled: isSettled ? sought : '',
    unmatched: isMissed || (isSettled && missed === sought) ? sought : '',
  };
}

/** The service's records first, then other rows of the page; the service's version of a record wins. */
export function joinedRows<Row>(
  found: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (found.length === 0) return rows;
  const known = new Set(found.map(keyOf));
  return [...found, ...rows.filter((row) => !known.has(keyOf(row)))];
}
