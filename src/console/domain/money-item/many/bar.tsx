import Button from '@mui/material/Button';
import { useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { SelectionBar } from '#console/kit/list/selection-bar.tsx';
import { countAndSum, counted, type MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { ChangeMany } from './lazy.tsx';
import type { Change } from './plan.ts';

export function ManyBar(props: {
  resource: MoneyItemResource;
  selected: readonly MoneyItem[];
  /** The selectable items: `9 editable`. */
  all: { count: number; label: string; isLoading?: boolean; onSelect: () => void };
  /** Keeps the space while the items load. */
  isWaiting?: boolean;
  /** All items of the contracts, if known. */
  others?: readonly MoneyItem[];
  suggested?: { label: string; change: Change };
  onNone: () => void;
  onDone: () => void;
}) {
  const { resource, selected, all, isWaiting = false, others, suggested, onNone, onDone } = props;
  // The selection at opening: the list is refetched behind the dialog.
  const [opened, setOpened] = useState<{ change: Change; list: readonly MoneyItem[] }>();
  const mayEdit = useForbidden(resource.edit) === undefined;
  const mayCancel = useForbidden(resource.cancel) === undefined && resource.cancel !== undefined;
  const count = selected.length;
  const action = (label: string, change: Change, variant: 'contained' | 'outlined' = 'outlined') => (
    <Button
      size="small"
      variant={variant}
      color={change.kind === 'cancel' ? 'error' : undefined}
      onClick={() => setOpened({ change, list: selected })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {(all.count > 0 || isWaiting) && (
        <SelectionBar
          label={`Selected ${resource.noun}s`}
          text={count > 0 && `${countAndSum(selected)} selected`}
          all={count < all.count ? all : undefined}
          onClear={count > 0 ? onNone : undefined}
        >
          {count > 0 && (
            <>
              {mayEdit && suggested && action(suggested.label, suggested.change, 'contained')}
              {mayEdit && action('Move dates…', { kind: 'shift', days: undefined })}
              {mayEdit && action('Change amount…', { kind: 'amount', amount: undefined })}
              {mayEdit &&
                resource.columns.some((it) => it.fieldName === 'TrackingCode') &&
                action('Change tracking…', { kind: 'tracking', code: undefined })}
              {mayCancel && action(`Cancel ${counted(count, resource.noun)}…`, { kind: 'cancel' })}
            </>
          )}
        </SelectionBar>
      )}
      {opened && (
        <ChangeMany
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
