import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { SelectionBar } from '#kit/list/selection-bar.tsx';
import { RowMenu } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { countAndSum, itemCountText, type MoneyItem } from '../item.ts';
import { useMayChange } from '../may-change.ts';
import type { MoneyItemResource } from '../resource.ts';
import { LazyChangeMany } from './later.tsx';
import type { BulkChange } from './plan.ts';
import { useRemind } from './remind.ts';

interface Props {
  resource: MoneyItemResource;
  selected: readonly MoneyItem[];
  /** The selectable items. */
  all: { count: number; isLoading?: boolean; onSelect: () => void };
  /** Keeps the space while the items load. */
  isWaiting?: boolean;
  /** All items of the contracts, if known. */
  others?: readonly MoneyItem[];
  /** The most likely change, before the usual ones. */
  suggested?: ChangeAction;
  /** The footer of a drawer, null until it is there: has the actions instead of a bar, and without a selection they take all. */
  footer?: HTMLElement | null;
  takeAll?(): Promise<readonly MoneyItem[]>;
  onNone: () => void;
  onDone: () => void;
}

interface ChangeAction {
  label: string;
  change: BulkChange;
}

/** A change of the items, in its dialog, or what is done with them elsewhere. */
type Action = ChangeAction | { label: string; act(list: readonly MoneyItem[]): void };

const isCancel = (action: Action): boolean => 'change' in action && action.change.kind === 'cancel';

/**
 * The changes of many items at once that the person may make: as buttons in a bar above the list, or in the footer of a drawer. The
 * chosen one opens its dialog.
 */
export function ManyBar(props: Props) {
  const { resource, selected, others, footer, takeAll, onDone } = props;
  const reminding = useRemind();
  const actions = useActions(props, reminding);
  // The selection at opening: the list is refetched behind the dialog.
  const [opened, setOpened] = useState<{ change: BulkChange; list: readonly MoneyItem[] }>();
  const open = async (action: Action) => {
    const list = selected.length > 0 ? selected : ((await takeAll?.()) ?? []);
    if ('act' in action) action.act(list);
    else setOpened({ change: action.change, list });
  };
  return (
    <>
      {footer === undefined ? (
        <ListBar {...props} actions={actions} open={open} />
      ) : (
        footer && createPortal(<DrawerActions {...props} actions={actions} open={open} />, footer)
      )}
      {reminding.problem && <ErrorState error={reminding.problem} />}
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

function useActions(
  { resource, selected, all, suggested }: Props,
  { mayMessage, isPreparing, remind }: ReturnType<typeof useRemind>,
): Action[] {
  const { mayEdit, mayCancel } = useMayChange(resource);
  const hasTracking = resource.columns.some((it) => it.fieldName === 'TrackingCode');
  const count = itemCountText(selected.length || all.count, resource.noun);
  const moves: Action[] = [
    ...(suggested ? [suggested] : []),
    { label: 'Move dates…', change: { kind: 'shift', days: undefined } },
  ];
  const edits: Action[] = [
    { label: 'Change amount…', change: { kind: 'amount', amount: undefined } },
    ...(hasTracking ? [{ label: 'Change tracking…', change: { kind: 'tracking', code: undefined } } as const] : []),
  ];
  const reminds: Action[] = [{ label: isPreparing ? 'Preparing…' : 'Remind…', act: (list) => void remind(list) }];
  return [
    ...(mayEdit ? moves : []),
    ...(mayMessage && resource.kind !== 'payment' ? reminds : []),
    ...(mayEdit ? edits : []),
    ...(mayCancel ? [{ label: `Cancel ${count}…`, change: { kind: 'cancel' } } as const] : []),
  ];
}

type ActionsProps = Props & { actions: readonly Action[]; open(action: Action): Promise<void> };

/** What is selected, with its actions as far as they fit one line; the others are in a menu. */
function ListBar(props: ActionsProps) {
  const { resource, selected, all, isWaiting = false, suggested, onNone, actions, open } = props;
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  if (all.count === 0 && !isWaiting) return null;
  const count = selected.length;
  const shown = isWide ? 3 : 1;
  return (
    <SelectionBar
      label={`Selected ${resource.noun}s`}
      text={count > 0 && `${countAndSum(selected)} selected`}
      all={count < all.count ? { ...all, count: formatCount(all.count) } : undefined}
      onClear={count > 0 ? onNone : undefined}
    >
      {count > 0 && (
        <>
          {actions.slice(0, shown).map((it) => (
            <Button
              key={it.label}
              size="small"
              variant={it === suggested ? 'contained' : 'outlined'}
              color={isCancel(it) ? 'error' : undefined}
              onClick={() => void open(it)}
            >
              {it.label}
            </Button>
          ))}
          <MoreActions actions={actions.slice(shown)} open={open} />
        </>
      )}
    </SelectionBar>
  );
}

function DrawerActions({ selected, all, actions: [first, ...rest], open }: ActionsProps) {
  if (all.count === 0 || !first) return null;
  return (
    <>
      <Muted role="status" sx={{ flex: 1 }}>
        {selected.length > 0 ? `${countAndSum(selected)} selected` : `All ${formatCount(all.count)}, or tick rows`}
      </Muted>
      <MoreActions actions={rest} open={open} />
      <Button variant="contained" onClick={() => void open(first)}>
        {first.label}
      </Button>
    </>
  );
}

const MoreActions = ({ actions, open }: Pick<ActionsProps, 'actions' | 'open'>) => (
  <RowMenu
    name="More for the selection"
    items={actions.map((it) => ({ label: it.label, isDanger: isCancel(it), act: () => void open(it) }))}
  />
);
