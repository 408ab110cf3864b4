import { useEffect, useMemo, useState } from 'react';
import { put, useAddress } from '#console/kit/address/address.ts';
import { folded, searchWords, soughtDigits, type SoughtDigits } from '#rules/search-text.ts';

/** Milliseconds after the last key; an address that changed with every key would be refused by browsers. */
const rest = 250;

/** Digits of a number that may be a contract's; longer ones that no row has may be an account's. */
const longestNumber = 6;

export interface ListSearch<Row> {
  /** What is in the box. */
  text: string;
  /** Looks through all rows: the box is drawn before that. */
  setText(text: string): void;
  /** The rows that have it. */
  rows: readonly Row[];
  /** The text once nobody types any more. */
  settled: string;
  /** The same if no row had it then, whatever came since; '' otherwise. */
  unmatched: string;
}

interface How<Row> {
  /** What a row is found by. The same function each time, or rows are prepared again. */
  textsOf(row: Row): readonly unknown[];
  /** By digits that are not in its texts, such as a telephone number. */
  hasDigits?(row: Row, digits: SoughtDigits): boolean;
  isLoading: boolean;
}

/**
 * Finds rows while somebody types: each word somewhere in a row, whatever the order, the case and the accents. The text stands
 * in the address as `q`, so that the list can be shared, but for digits that no number on the page has: those may be of an
 * account, which no address may hold.
 */
export function useSearch<Row extends object>(
  rows: readonly Row[],
  { textsOf, hasDigits, isLoading }: How<Row>,
): ListSearch<Row> {
  const [query, change] = useAddress();
  const kept = query.get('q') ?? '';
  const [text, setText] = useState(kept);
  const [shown, setShown] = useState(kept);
  const [written, setWritten] = useState(kept);
  // The address may change under the box (Back, a link of the finder); then it shows what the page shows. What the box has
  // written there itself may be behind what is typed.
  if (kept !== shown) {
    setShown(kept);
    if (kept !== written) setText(kept);
  }
  const sought = text.trim();
  const isSought = sought !== '';
  // Prepared when somebody begins to type, not before.
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
    const words = searchWords(sought);
    const byText = rows.filter((_, index) => words.every((word) => prepared[index]?.includes(word)));
    const digits = soughtDigits(sought);
    if (byText.length > 0 || !digits) return { rows: byText, isPrivate: false };
    const byDigits = hasDigits ? rows.filter((row) => hasDigits(row, digits)) : [];
    return { rows: byDigits, isPrivate: byDigits.length > 0 || digits.all.length > longestNumber };
  }, [isSought, sought, rows, prepared, hasDigits]);

  const { isPrivate } = found;
  const [settled, setSettled] = useState(kept);
  useEffect(() => {
    const wanted = text.trim();
    const timer = setTimeout(() => {
      setSettled(wanted);
      if (isLoading || (wanted === kept && !isPrivate)) return;
      setWritten(isPrivate ? '' : wanted);
      change((now) => put(now, { q: isPrivate ? '' : wanted }), { replace: true });
    }, rest);
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

/** What the service found, then the other rows of the page: of the same record the service knows more. */
export function joined<Row>(found: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  if (found.length === 0) return rows;
  const known = new Set(found.map(keyOf));
  return [...found, ...rows.filter((row) => !known.has(keyOf(row)))];
}
