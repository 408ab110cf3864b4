import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { afterPaint } from '#console/kit/form/shown-first.ts';
import type { InstalmentResource } from '../resource.ts';
import { countAndSum, counted, type Instalment } from '../totals.ts';
import { ChangeMany } from './lazy.tsx';
import type { Change } from './plan.ts';

/** What is selected, counted and summed, and what can be done with it; always there, so that no row moves when one is chosen. */
export function SelectionBar(props: {
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
  const action = (label: string, next: Change, color?: 'error') => (
    <Button size="small" variant="outlined" color={color} onClick={() => setOpened({ change: next, list: selected })}>
      {label}
    </Button>
  );
  return (
    <>
      {(all.count > 0 || isWaiting) && (
        <Stack
          direction="row"
          useFlexGap
          role="group"
          aria-label="Selected instalments"
          sx={{
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1,
            rowGap: 0.5,
            minHeight: { xs: 44, sm: 36 },
            mb: 1,
          }}
        >
          {count < all.count && (
            <Button size="small" loading={all.isLoading} onClick={() => afterPaint(all.onSelect)}>
              Select all {all.label}
            </Button>
          )}
          {count > 0 && (
            <>
              <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {countAndSum(selected)} selected
              </Typography>
              <Button size="small" onClick={onNone}>
                Clear selection
              </Button>
              {mayEdit && suggested && (
                <Button
                  size="small"
                  variant="contained"
                  onClick={() => setOpened({ change: suggested.change, list: selected })}
                >
                  {suggested.label}
                </Button>
              )}
              {mayEdit && action('Move dates…', { kind: 'shift', days: undefined })}
              {mayEdit && action('Change amount…', { kind: 'amount', amount: undefined })}
              {mayEdit && resource.more.length > 0 && action('Change tracking…', { kind: 'tracking', code: undefined })}
              {mayCancel && action(`Cancel ${counted(count)}…`, { kind: 'cancel' }, 'error')}
            </>
          )}
        </Stack>
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
