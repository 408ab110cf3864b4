import Box from '@mui/material/Box';
import { startTransition, useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { addressOf, productName, useTenant } from '#console/api/tenant.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { countText } from '#kit/ui/sums.ts';
import { FinderBox } from './box.tsx';
import type { FinderItem } from './items.ts';
import type { FinderProps } from './lazy-finder.tsx';
import { optionId, ResultList } from './result-list.tsx';
import { useFinder, type FinderResults } from './search.ts';

/** After the last key press. */
const settleMs = 200;

const some = (count: number, noun: string) => countText(count, [noun, `${noun}s`]);

function summaryOf(
  product: string,
  text: string,
  { items, found, pending, clients, elsewhere }: FinderResults,
): string {
  if (pending) return 'Searching…';
  const others = elsewhere.map((it) =>
    it.count === undefined
      ? `whole numbers under ${productName(it.product)}`
      : `${some(it.count, 'client')} under ${productName(it.product)}`,
  );
  const where = clients.isComplete
    ? `${[`${some(clients.count, 'client')} and their contracts were searched under ${productName(product)}`, ...others].join(', ')}.`
    : `All clients can’t be searched here: ${[`${some(clients.count, 'client')} from this session and whole numbers were, under ${productName(product)}`, ...others].join(', ')}.`;
  if (found > 0) return `${some(found, 'result')}. ${where}`;
  return `${items.length > 0 ? 'No client or contract' : 'Nothing'} found for “${text.trim()}”. ${where}`;
}

export function Finder({ typed, onType, onClose }: FinderProps) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const listId = useId();
  const { text, isEntered } = typed;
  const [sought, setSought] = useState(text);
  const [active, setActive] = useState(0);
  const [isWide, setWide] = useState(false);
  const results = useFinder(tenant, sought, isWide);
  const { items } = results;
  const current = items[Math.min(active, items.length - 1)];
  const settled = sought === text && !results.pending;

  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSought(text)), text === '' ? 0 : settleMs);
    return () => clearTimeout(timer);
  }, [text]);

  const open = ({ path, product = tenant.product }: FinderItem) => {
    if (path === undefined) {
      setActive(0);
      return setWide(true);
    }
    onClose();
    void navigate(addressOf({ merchant: tenant.merchant, product }, path));
  };
  // Enter before the results: opens the first one once it is known.
  const openFirst = useEffectEvent(() => {
    onType({ text, isEntered: false });
    if (items[0]) open(items[0]);
  });
  useEffect(() => {
    if (isEntered && settled) openFirst();
  }, [isEntered, settled]);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (items.length > 0) setActive((active + step + items.length) % items.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (current && (settled || active > 0)) return open(current);
      setSought(text);
      onType({ text, isEntered: text.trim() !== '' });
    }
  };

  return (
    <>
      <FinderBox
        text={text}
        onType={(next) => {
          onType({ text: next, isEntered: false });
          setActive(0);
        }}
        onKeyDown={press}
        onClose={onClose}
        list={items.length > 0 ? listId : undefined}
        option={current && optionId(listId, current)}
      />
      {sought === '' && (
        <Muted sx={{ px: 2, pt: 1.5 }}>
          Part of a name, a phone number, the end of an account or ID number, a contract number, a day, an amount such
          as R 450, or a page.
        </Muted>
      )}
      <ResultList
        id={listId}
        items={items}
        current={current}
        onPoint={({ key }) => setActive(items.findIndex((it) => it.key === key))}
        onOpen={open}
      />
      {sought.trim() !== '' && (
        <Box sx={{ px: 2, pb: 1.5 }}>
          <Muted role="status">{summaryOf(tenant.product, sought, results)}</Muted>
        </Box>
      )}
    </>
  );
}
