import Button from '@mui/material/Button';
import { useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { SelectionBar } from '#console/kit/list/selection-bar.tsx';
import { countAndSum, counted, type Instalment } from '../item.ts';
import type { InstalmentResource } from '../resource.ts';
import { ChangeMany } from './lazy.tsx';
import type { Change } from './plan.ts';

/** The selected instalments, counted and summed, and the changes that can be made to all of them. */
export function ManyBar(props: {
  resource: InstalmentResource;
  selected: readonly Instalment[];
  /** How many can be selected in all, with what they are called: `9 that can be changed`. */
  all: { count: number; label: string; isLoading?: boolean; onSelect: () => void };
  /** They are on their way: its place is kept. */
  isWaiting?: boolean;
  /** All instalments of the contracts, where they are known. */
  others?: readonly Instalment[];
  /** What is most likely done with them. */
  suggested?: { label: string; change: Change };
  onNone: () => void;
  /** Something was sent. */
  onDone: () => void;
}) {
  const { resource, selected, all, isWaiting = false, others, suggested, onNone, onDone } = props;
  // As it was selected: the list behind the dialog is read again while it is open.
  const [opened, setOpened] = useState<{ change: Change; list: readonly Instalment[] }>();
  const mayEdit = useForbidden(resource.edit) === undefined;
  const mayCancel = useForbidden(resource.cancel) === undefined;
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
          label="Selected instalments"
          text={count > 0 && `${countAndSum(selected)} selected`}
          all={count < all.count ? all : undefined}
          onClear={count > 0 ? onNone : undefined}
        >
          {count > 0 && (
            <>
              {mayEdit && suggested && action(suggested.label, suggested.change, 'contained')}
              {mayEdit && action('Move dates…', { kind: 'shift', days: undefined })}
              {mayEdit && action('Change amount…', { kind: 'amount', amount: undefined })}
              {mayEdit && resource.more.length > 0 && action('Change tracking…', { kind: 'tracking', code: undefined })}
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
        />
      )}
    </>
  );
}
