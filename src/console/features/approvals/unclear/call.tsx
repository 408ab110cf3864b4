import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useOutgoingCall, useOutgoingDecision } from '#console/api/outgoing-calls.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { announce } from '#console/domain/write/done.ts';
import type { OutgoingCall, OutgoingItem } from '#contract/outgoing-calls.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { useRowSelection } from '#kit/grid/use-row-selection.ts';
import { Figure } from '#kit/ui/figures.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { problemOfDecision } from '../texts.ts';
import { AnswerForm, type GivenAnswer } from './answer-form.tsx';
import { OpenItem } from './item.tsx';
import { useCallNames } from './names.ts';
import { centsSent, itemsText, readText, recordText, sentByText, sentText } from './texts.ts';

const keyOf = ({ Item }: OutgoingItem): string => String(Item);
const none: OutgoingItem[] = [];
const unanswered: GivenAnswer = { outcome: undefined, reason: '' };

function Sent({ call }: { call: OutgoingCall }) {
  const cents = centsSent(call);
  return cents === undefined ? (
    <Muted>{sentByText(call)}</Muted>
  ) : (
    <Figure label="Amount" value={<MoneyText cents={cents} isLarge />} note={sentByText(call)} isLarge />
  );
}

interface Props {
  id: string;
  /** The call as the list has it, until the provider's records are read. */
  listed: OutgoingCall | undefined;
  onClose(): void;
}

/** A call without a clear outcome next to what the provider shows now, and the decision of it. */
export function UnclearCall({ id, listed, onClose }: Props) {
  const read = useOutgoingCall(id);
  const decision = useOutgoingDecision(id);
  const nameOf = useCallNames();
  const [given, setGiven] = useState(unanswered);
  const [isTried, setTried] = useState(false);
  const [recorded, setRecorded] = useState('');
  const call = read.data;
  const items = call?.Items ?? none;
  const open = items.filter((it) => it.State === 'unclear');
  const selection = useRowSelection(keyOf, open);
  // By all items: when the chosen one is settled meanwhile, the answer must not go to the one that remains.
  const isSeveral = (call?.Count ?? 1) > 1;
  const chosen = isSeveral ? open.filter(selection.has) : open;

  const shown = call ?? listed;
  const name = shown && nameOf(shown);
  const isSettled = read.error?.kind === 'notFound' || call?.Items.length === 0;
  const mayDecide = call?.MayDecide === true && !isSettled && open.length > 0;
  const action = recordText(given.outcome, isSeveral ? chosen.length : undefined);
  const { outcome } = given;
  const submit = () => {
    setTried(true);
    setRecorded('');
    const Reason = given.reason.trim();
    if (!shown || outcome === undefined || Reason === '' || chosen.length === 0) return;
    decision.mutate(
      { Items: chosen.map((it) => it.Item), Outcome: outcome, Reason },
      {
        onSuccess: (after) => {
          const [first] = chosen;
          const what = chosen.length === 1 ? nameOf(shown, first) : itemsText(chosen.length);
          const text = `Recorded as ${outcome}: ${what}`;
          if (after.Items.length === 0) {
            announce({ text });
            return onClose();
          }
          setRecorded(text);
          setGiven(unanswered);
          setTried(false);
          selection.clear();
        },
      },
    );
  };

  return (
    <Modal
      at="end"
      title={
        shown ? (
          <>
            {sentText(shown)}{' '}
            <Muted component="span" sx={{ fontWeight: 400 }}>
              {name}
            </Muted>
          </>
        ) : (
          'Unclear call'
        )
      }
      onClose={onClose}
      actions={
        mayDecide && (
          <>
            <Muted sx={{ flex: { xs: '1 0 100%', sm: 1 }, alignSelf: 'center' }}>
              Kept in the audit with your name
            </Muted>
            <Button variant="outlined" onClick={onClose}>
              Later
            </Button>
            <SaveButton isSaving={decision.isPending} saving="Recording…" onClick={submit}>
              {action}
            </SaveButton>
          </>
        )
      }
    >
      <Stack spacing={2}>
        {shown && <Sent call={shown} />}
        {read.isLoading && <Skeletons rows={8} />}
        {isSettled ? (
          <EmptyState title="Its outcome is known now">It is no longer among the unclear calls.</EmptyState>
        ) : (
          read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />
        )}
        {recorded && (
          <Notice tone="success" role="status">
            {recorded}
          </Notice>
        )}
        {call && !isSettled && (
          <>
            <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1, flexWrap: 'wrap' }}>
              <Typography variant="h3" sx={{ width: { xs: '100%', sm: 'auto' } }}>
                {isSeveral ? 'Open items' : 'Sent, and what is there'}
              </Typography>
              <Muted sx={{ ml: { sm: 'auto' } }}>{readText(call)}</Muted>
              <Button size="small" loading={read.isFetching} onClick={() => void read.refetch()}>
                Read again
              </Button>
            </Stack>
            {isSeveral && open.length > 1 && mayDecide && (
              <CheckBox
                label={<b>Choose all {formatCount(open.length)}</b>}
                isOn={chosen.length === open.length}
                onChange={(isOn) => selection.select(open, isOn)}
              />
            )}
            {items.map((item) => {
              const itemName = nameOf(call, item);
              const isChoice = mayDecide && item.State === 'unclear';
              return (
                <OpenItem
                  key={item.Item}
                  item={item}
                  head={
                    isSeveral &&
                    (isChoice ? (
                      <CheckBox
                        label={itemName}
                        isOn={selection.has(item)}
                        onChange={(isOn) => selection.select([item], isOn)}
                      />
                    ) : (
                      <Typography>{itemName}</Typography>
                    ))
                  }
                />
              );
            })}
            {call.MoreItems > 0 && <Muted>and {formatCount(call.MoreItems)} more, shown once these are decided</Muted>}
            {isTried && chosen.length === 0 && mayDecide && (
              <Typography role="alert" variant="body2" color="error">
                Choose what this is about
              </Typography>
            )}
            {!call.MayDecide && open.length > 0 && call.WhyNot && <Notice tone="info">{call.WhyNot}</Notice>}
            {mayDecide && <AnswerForm operation={call.Operation} given={given} onChange={setGiven} isTried={isTried} />}
            {decision.error && <Notice tone="error">{problemOfDecision(decision.error)}</Notice>}
          </>
        )}
      </Stack>
    </Modal>
  );
}
