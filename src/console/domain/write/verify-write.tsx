import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { createContext, use, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useClientPhrase } from '#console/domain/client/names/names.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { Notice } from '#console/kit/ui/notice.tsx';
import type { Unconfirmed } from '#console/session/unconfirmed.ts';
import type { WriteName } from '#contract/operations.ts';
import { wallTime } from '#rules/wall-time.ts';
import { writeOperationOf, type Names } from './operations.ts';
import type { Doubt, Write } from './write.ts';

/** Notifies the surrounding form that its record was saved, so that it isn't sent again. */
export const StoredContext = createContext<(record: Unconfirmed) => void>(() => {});

/** `payment of R 100,00 on 2026-11-28`. */
function whatOf({ operation, items: [item = {}, ...others], before }: Unconfirmed, names: Names): string {
  const what = writeOperationOf(operation)?.text(item, names, before?.[0]) ?? operation;
  return others.length > 0 ? `${what} and ${others.length} more` : what;
}

/** Empty if this page sent it. */
function useSentAt({ record: { at }, isOwn }: Doubt): string {
  const { timeZone } = useConfig();
  return isOwn ? '' : ` It was sent on ${wallTime(timeZone, new Date(at))}.`;
}

const lineUnder = (index: number, count: number) => (count > 1 ? `Item ${index + 1}: ` : '');
const verdicts = { there: 'saved', absent: 'not saved', unclear: 'not known' } as const;

function Findings({ doubt: { findings } }: { doubt: Doubt }) {
  const notes = findings.flatMap(({ verdict, note }, index) =>
    findings.length > 1 ? [`${lineUnder(index, findings.length)}${verdicts[verdict]}. ${note ?? ''}`] : (note ?? []),
  );
  return notes.map((note) => <div key={note}>{note}</div>);
}

function VerifyWrite(props: {
  doubt: Doubt;
  act: Pick<Write<WriteName>['doubt'], 'clear' | 'dismiss'>;
  label: string;
  onCheck: () => void;
}) {
  const { doubt, act, label, onCheck } = props;
  const { href } = useTenant();
  const { record, state, findings, isOwn } = doubt;
  const client = useClientPhrase();
  const contract = useContractPhrases(record.operation.startsWith('payout') ? 'payouts' : 'contracts');
  const what = whatOf(record, { client, contract });
  const sentAt = useSentAt(doubt);
  const onStored = use(StoredContext);
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state !== 'there') return;
    onStored(record);
    // The clicked button was removed, and the focus with it.
    if (document.activeElement?.contains(news.current)) news.current?.focus();
  }, [state, record, onStored]);
  const again = (text: string) =>
    isOwn && (
      // Submits the surrounding form with its current values.
      <Button type="submit" size="small" variant="outlined" autoFocus onClick={() => act.clear(record)}>
        {text}
      </Button>
    );
  const dismiss = (
    <Button size="small" onClick={() => act.dismiss(record)}>
      Dismiss
    </Button>
  );

  if (state === 'there') {
    const link = writeOperationOf(record.operation)?.link?.(record.items[0] ?? {}, findings[0]?.found ?? {});
    return (
      <Notice tone="success" ref={news} tabIndex={-1}>
        The {what} was saved. {link && (link.to ? <Link to={href(link.to)}>{link.label}</Link> : link.label)}
      </Notice>
    );
  }
  // Without `key` React reuses the previous button, and `autoFocus` has no effect.
  if (state === 'absent')
    return (
      <Notice key={state} tone="info">
        <Stack spacing={1} sx={{ alignItems: 'start' }}>
          <span>The {what} was not saved. You can send it again.</span>
          <Stack direction="row" spacing={1}>
            {again('Send it again')}
            {!isOwn && dismiss}
          </Stack>
        </Stack>
      </Notice>
    );
  if (state === 'unclear' || state === 'partly')
    return (
      <Notice key={state} tone="warning">
        <Stack spacing={1} sx={{ alignItems: 'start' }}>
          <span>
            {state === 'partly'
              ? `Only some of the ${what} were saved.`
              : `We still can’t tell whether the ${what} was saved.`}
            {state === 'unclear' && ' Check before sending again.'}
          </span>
          <div>
            <Findings doubt={doubt} />
          </div>
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            <Button size="small" variant="outlined" onClick={onCheck}>
              Check again
            </Button>
            {state === 'unclear' && again('Send it again anyway')}
            {dismiss}
          </Stack>
        </Stack>
      </Notice>
    );
  return (
    <Notice tone="warning">
      <Stack spacing={1} sx={{ alignItems: 'start' }}>
        <span>
          There is no clear answer, so the {what} may or may not be saved.{sentAt}
          {state === 'failed' && ' The check got no answer either.'}
        </span>
        <Button size="small" variant="outlined" onClick={onCheck} loading={state === 'asking'}>
          {label}
        </Button>
      </Stack>
    </Notice>
  );
}

/** Must be inside the form of the write. */
export function VerifyWrites<N extends WriteName>(props: {
  write: Pick<Write<N>, 'doubt'>;
  /** From the surrounding form, or from another visit or tab. */
  which: 'own' | 'others';
  label?: string;
  onCheck?: (doubt: Doubt) => void;
}) {
  const {
    write: { doubt },
    which,
    label = 'Check now',
    onCheck = (it) => void doubt.check(it.record),
  } = props;
  return doubt.doubts
    .filter((it) => it.isOwn === (which === 'own'))
    .map((it) => <VerifyWrite key={it.record.key} doubt={it} act={doubt} label={label} onCheck={() => onCheck(it)} />);
}
