import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { SelectionBar } from '#kit/list/selection-bar.tsx';
import { RowMenu } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { countAndSum, itemCountText, type MoneyItem } from '../item.ts';
import { useMayChange } from '../may-change.ts';
import type { MoneyItemResource } from '../resource.ts';
import { LazyChangeMany } from './later.tsx';
import type { BulkChange } from './plan.ts';

export function ManyBar(props: {
  resource: MoneyItemResource;
  selected: readonly MoneyItem[];
  /** The selectable items. */
  all: { count: number; isLoading?: boolean; onSelect: () => void };
  /** Keeps the space while the items load. */
  isWaiting?: boolean;
  /** All items of the contracts, if known. */
  others?: readonly MoneyItem[];
  suggested?: { label: string; change: BulkChange };
  /** Of a drawer: has the actions there, and without a selection they take all. */
  footer?: HTMLElement | null;
  takeAll?(): Promise<readonly MoneyItem[]>;
  onNone: () => void;
  onDone: () => void;
}) {
  const { resource, selected, all, isWaiting = false, others, suggested, footer, takeAll } = props;
  const { onNone, onDone } = props;
  // The selection at opening: the list is refetched behind the dialog.
  const [opened, setOpened] = useState<{ change: BulkChange; list: readonly MoneyItem[] }>();
  const { mayEdit, mayCancel } = useMayChange(resource);
  const count = selected.length;
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const hasTracking = resource.columns.some((it) => it.fieldName === 'TrackingCode');
  const actions: { label: string; change: BulkChange; isLikely?: boolean }[] = [
    ...(mayEdit && suggested ? [{ ...suggested, isLikely: true }] : []),
    ...(mayEdit ? [{ label: 'Move dates…', change: { kind: 'shift', days: undefined } } as const] : []),
    ...(mayEdit ? [{ label: 'Change amount…', change: { kind: 'amount', amount: undefined } } as const] : []),
    ...(mayEdit && hasTracking
      ? [{ label: 'Change tracking…', change: { kind: 'tracking', code: undefined } } as const]
      : []),
    ...(mayCancel
      ? [{ label: `Cancel ${itemCountText(count || all.count, resource.noun)}…`, change: { kind: 'cancel' } } as const]
      : []),
  ];
  const open = (change: BulkChange) => setOpened({ change, list: selected });
  const openAll = async (change: BulkChange) =>
    setOpened({ change, list: count > 0 ? selected : ((await takeAll?.()) ?? []) });
  const [first, ...rest] = actions;
  // The others are in a menu, so that the bar stays one line.
  const shown = isWide ? (actions.length > 3 ? 2 : 3) : 1;
  return (
    <>
      {footer &&
        all.count > 0 &&
        first &&
        createPortal(
          <>
            <Muted role="status" sx={{ flex: 1 }}>
              {count > 0 ? `${countAndSum(selected)} selected` : `All ${formatCount(all.count)}, or tick rows`}
            </Muted>
            <RowMenu
              name="More for the selection"
              items={rest.map(({ label, change }) => ({
                label,
                isDanger: change.kind === 'cancel',
                act: () => void openAll(change),
              }))}
            />
            <Button variant="contained" onClick={() => void openAll(first.change)}>
              {first.label}
            </Button>
          </>,
          footer,
        )}
      {footer === undefined && (all.count > 0 || isWaiting) && (
        <SelectionBar
          label={`Selected ${resource.noun}s`}
          text={count > 0 && `${countAndSum(selected)} selected`}
          all={count < all.count ? { ...all, count: formatCount(all.count), what: 'editable' } : undefined}
          onClear={count > 0 ? onNone : undefined}
        >
          {count > 0 && (
            <>
              {actions.slice(0, shown).map(({ label, change, isLikely = false }) => (
                <Button
                  key={change.kind + label}
                  size="small"
                  variant={isLikely ? 'contained' : 'outlined'}
                  color={change.kind === 'cancel' ? 'error' : undefined}
                  onClick={() => open(change)}
                >
                  {label}
                </Button>
              ))}
              <RowMenu
                name="More for the selection"
                items={actions.slice(shown).map(({ label, change }) => ({
                  label,
                  isDanger: change.kind === 'cancel',
                  act: () => open(change),
                }))}
              />
            </>
          )}
        </SelectionBar>
      )}
      {opened && (
        <LazyChangeMany
          resource={resource}
          {...opened}
          others={others}
          onClose={(isSent) => {
            setOpened(undefined);
            if (isSent) onDone();
          }}
          onUndone={onDone}
        />
      )}
    </>
  );
}
