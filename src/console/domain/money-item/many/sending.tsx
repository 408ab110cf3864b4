import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { Outcome } from '#console/domain/outcome/outcome.tsx';
import { announce } from '#console/domain/write/done.ts';
import { Modal } from '#kit/ui/modal.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { RunProgress } from '#kit/ui/run-progress.tsx';
import { capital } from '../edited-text.ts';
import { itemCountText } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { changedItems } from '../stored.ts';
import type { BulkChange, PlannedChange } from './plan.ts';
import { fieldOfChange, valueOf, itemValueText } from './preview.tsx';
import { useQueue } from './queue.ts';
import { BulkResults } from './results.tsx';
import { reversedRows } from './reverse.ts';
import { ScopeLine } from './scope.tsx';
import { countedItems, doneText, verbOf } from './texts.ts';

const doing: Record<string, string> = { Change: 'Changing', Move: 'Moving', Cancel: 'Cancelling' };

interface Props {
  resource: MoneyItemResource;
  rows: readonly PlannedChange[];
  change: BulkChange;
  isUndo?: boolean;
  onClose: () => void;
  onUndone?: () => void;
  /** Called at the end with the keys of the changed rows. */
  onDone?: (keys: ReadonlySet<string>) => void;
}

/**
 * Sends a confirmed change in chunks. Without faults it closes by itself and leaves one sentence with an Undo;
 * otherwise it lists what went wrong.
 */
export function SendBulkChange({ resource, rows, change, isUndo = false, onClose, onUndone, onDone }: Props) {
  const tenant = useTenant();
  const operation = (change.kind === 'cancel' && resource.cancel) || resource.edit;
  const fieldName = fieldOfChange(change, resource);
  const queue = useQueue(
    operation,
    rows,
    change.kind === 'cancel'
      ? undefined
      : {
          changed: (items, signal) => changedItems(resource, tenant, items, fieldName, signal),
          text: (now) =>
            `${isUndo ? 'Changed again since' : 'Changed meanwhile'} to ${itemValueText(change, resource, valueOf(change, resource, now))}.`,
        },
  );
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [hasRun, setRun] = useState(false);
  // The person has confirmed already: start sending once, on mount.
  const isBegun = useRef(false);
  const begin = useEffectEvent(async () => {
    if (isBegun.current) return;
    isBegun.current = true;
    await queue.send();
    setRun(true);
  });
  useEffect(() => void begin(), []);

  const close = () => {
    const accepted = new Map(queue.rows.filter((it) => it.state === 'accepted').map((it) => [it.key, it]));
    // As they were when they were sent: a value that was saved meanwhile, and a corrected one.
    const done = rows.flatMap((planned) => {
      const row = accepted.get(planned.key);
      return row ? [{ ...planned, before: row.before, after: { ...planned.after, ...row.item } }] : [];
    });
    onDone?.(new Set(accepted.keys()));
    const back = isUndo ? undefined : reversedRows(done, change, resource);
    const items = done.map((it) => it.before);
    if (done.length > 0)
      announce(
        isUndo
          ? { text: `Undone: ${countedItems(items)} ${done.length === 1 ? 'is as it was' : 'are as they were'}` }
          : {
              text: doneText(items, change, resource),
              undoAll:
                back &&
                ((closeUndo) => (
                  <SendBulkChange
                    isUndo
                    resource={resource}
                    rows={back}
                    change={change}
                    onClose={closeUndo}
                    onUndone={onUndone}
                  />
                )),
            },
      );
    onClose();
    if (isUndo) onUndone?.();
  };
  const isIdle = hasRun && !queue.isSending;
  const isFaultless = isIdle && queue.accepted === queue.total;
  const finish = useEffectEvent(close);
  useEffect(() => {
    if (isFaultless) finish();
  }, [isFaultless]);

  const verb = verbOf(change);
  const isCancel = change.kind === 'cancel';
  const isSending = !hasRun || queue.isSending || isFaultless;
  const isOne = queue.total === 1;
  const unsentWhy = queue.rows.find((it) => it.state === 'unsent')?.faults[0]?.Message;
  return (
    <Modal
      title={`${isUndo ? 'Undoing the change of' : doing[verb]} ${countedItems(rows.map((it) => it.before))}`}
      size={isOne ? 'm' : 'l'}
      role={isCancel ? 'alertdialog' : 'dialog'}
      // A click outside must not hide the progress.
      staysOnClickOutside
      onClose={() => isIdle && close()}
      actions={
        <>
          {isSending ? (
            <Button key="stop" autoFocus onClick={queue.stop}>
              Stop after {isCancel ? 'this one' : 'these'}
            </Button>
          ) : (
            <>
              {queue.unknown > 0 && (
                <Button variant="outlined" autoFocus onClick={() => void queue.send()}>
                  Ask again
                </Button>
              )}
              {queue.unsent > 0 && queue.unknown === 0 && (
                <Button color={isCancel ? 'error' : 'primary'} variant="contained" onClick={() => void queue.send()}>
                  {isUndo ? 'Undo' : verb} the other {queue.unsent}
                </Button>
              )}
              {queue.refused > 0 && queue.unsent === 0 && queue.unknown === 0 && !isCancel && (
                <Button variant="contained" disabled={wrong.size > 0} onClick={() => void queue.again()}>
                  {isUndo ? 'Undo anyway' : `Send ${queue.refused === 1 ? 'it' : `the ${queue.refused}`} again`}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      <Stack spacing={2}>
        <ScopeLine list={rows.map((it) => it.before)} resource={resource} />
        {isSending && (
          <RunProgress
            label={`${capital(resource.noun)}s ${isCancel ? 'cancelled' : 'sent'}`}
            done={queue.sent}
            total={queue.total}
            text={isCancel ? 'sent, one after the other.' : 'sent.'}
          />
        )}
        {!isSending &&
          queue.sent > 0 &&
          (isOne ? (
            <Outcome operation={operation} result={{ results: queue.results() }} />
          ) : (
            <BulkResults queue={queue} change={change} resource={resource} isUndo={isUndo} onWrong={setWrong} />
          ))}
        {!isSending && queue.unsent > 0 && (
          <Notice tone="info">
            {unsentWhy} {itemCountText(queue.unsent, resource.noun)} not sent:{' '}
            {isCancel ? 'still scheduled' : 'as before'}.
          </Notice>
        )}
      </Stack>
    </Modal>
  );
}
