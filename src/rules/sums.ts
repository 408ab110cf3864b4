export interface Sum {
  count: number;
  /** Whole cents; null if an amount is missing, or if there are several currencies. */
  cents: number | null;
  /** Unless it is the merchant's own. */
  currency?: string;
  /** Of a sum of several currencies: each of them. */
  each?: readonly Sum[];
}

/** Of nothing, which has no currency: it must not count as the merchant's own next to another. */
const isEmpty = ({ count, cents }: Sum): boolean => count === 0 && cents === 0;

/** Currencies are never added: of several there is no sum, but `each`. */
export function addUp(list: readonly Sum[]): Sum {
  const byCurrency = [
    ...grouped(
      list.flatMap((it) => it.each ?? [it]).filter((it) => !isEmpty(it)),
      (it) => it.currency,
    ),
  ];
  const each = byCurrency.map(([currency, its]): Sum => {
    const cents = its.reduce<number | null>(
      (all, it) => (all === null || it.cents === null ? null : all + it.cents),
      0,
    );
    return { count: its.reduce((all, it) => all + it.count, 0), cents, ...(currency && { currency }) };
  });
  const [first = { count: 0, cents: 0 }] = each;
  return each.length < 2 ? first : { count: each.reduce((all, it) => all + it.count, 0), cents: null, each };
}

/** Keeps the order of first occurrence. */
export function grouped<It, K>(list: readonly It[], keyOf: (it: It) => K): Map<K, It[]> {
  const found = new Map<K, It[]>();
  for (const element of list) {
    const key = keyOf(element);
    const group = found.get(key);
    if (group) group.push(element);
    else found.set(key, [element]);
  }
  return found;
}
