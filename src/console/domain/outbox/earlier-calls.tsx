import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { isObject } from '#answers/error-body.ts';
import { allReasons, resultCounts } from '#answers/send/results.ts';
import { isStale } from '#console/api/client.ts';
import { useConfig } from '#console/api/config.ts';
import type { CallError } from '#console/api/errors.ts';
import { offersOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useClientPhrase } from '#console/domain/client/names/names.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { links } from '#console/domain/links.ts';
import { Reasons } from '#console/domain/outcome/reasons.tsx';
import { writeOperationOf } from '#console/domain/write/operations.ts';
import { useStore } from '#kit/base/store.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { minuteText } from '#rules/day-text.ts';
import { wallTime } from '#rules/wall-time.ts';
import { readCallEnd } from './call-end.ts';
import {
  abandonedAmong,
  dismissEnd,
  endedCalls,
  noteEnd,
  ownCalls,
  sentCalls,
  type CallEnd,
  type SentCall,
} from './sent-calls.ts';

/** Between two questions about a call whose outcome the server does not know, or while it does not answer. */
const askEveryMs = 30_000;

/** Asks until it is known. */
function Asked({ sent }: { sent: SentCall }) {
  const queries = useQueryClient();
  const { data: end } = useQuery<CallEnd, CallError>({
    queryKey: ['sentCall', sent.key],
    queryFn: () => readCallEnd(sent),
    refetchInterval: askEveryMs,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (!end) return;
    noteEnd(sent, end);
    if (end.is === 'answered') void queries.invalidateQueries({ predicate: isStale });
  }, [end, sent, queries]);
  return null;
}

const tones = { answered: 'success', unknown: 'warning', nothing: 'info', tooOld: 'warning' } as const;

function Ended({ sent, end }: { sent: SentCall; end: CallEnd }) {
  const { href } = useTenant();
  const { timeZone } = useConfig();
  const client = useClientPhrase();
  const contract = useContractPhrases(sent.operation.startsWith('payout') ? 'payouts' : 'contracts');
  const [item = {}, ...others] = sent.items;
  const operation = writeOperationOf(sent.operation);
  const one = operation?.text(item, { client, contract }) ?? sent.operation;
  const what = `The ${one}${others.length > 0 ? ` and ${others.length} more` : ''}, sent on ${minuteText(wallTime(timeZone, new Date(sent.at)))} without an answer,`;
  const verb = others.length > 0 ? 'were' : 'was';
  const results = end.is === 'answered' ? end.results : undefined;
  const counts = results && resultCounts(results);
  const isSaved = counts !== undefined && counts.refused + counts.unknown === 0;
  const received = results?.items[0]?.received[0];
  const link = isSaved && others.length === 0 ? operation?.link?.(item, isObject(received) ? received : {}) : undefined;
  const text = {
    answered: isSaved
      ? `${verb} saved.`
      : counts && counts.accepted > 0
        ? `${verb} saved in part: ${counts.accepted} of ${results.items.length}.`
        : `${verb} not accepted.`,
    unknown: 'may or may not have been saved. The server is finding out, and nothing is sent twice.',
    nothing: `${verb} not saved: it did not reach the server. You can send it again.`,
    tooOld: 'may or may not have been saved. That is too long ago to be told: look it up.',
  }[end.is];
  return (
    <Notice
      tone={end.is === 'answered' && !isSaved ? 'error' : tones[end.is]}
      sx={{ mb: 2 }}
      action={
        <Button size="small" onClick={() => dismissEnd(sent.key)}>
          Dismiss
        </Button>
      }
    >
      <Stack spacing={0.5}>
        <span>
          {what} {text}{' '}
          {link &&
            (link.to ? (
              <Link component={RouterLink} to={href(link.to)}>
                {link.label}
              </Link>
            ) : (
              link.label
            ))}
          {end.is === 'unknown' && offersOutgoingCalls() && (
            <Link component={RouterLink} to={href(links.approvals('unclear'))}>
              Unclear calls
            </Link>
          )}
        </span>
        {results && !isSaved && <Reasons reasons={allReasons(results)} />}
      </Stack>
    </Notice>
  );
}

/**
 * The outcomes of this person's abandoned calls: their page was left, reloaded or killed before there was an answer. The console asks
 * for each by itself, and shows it until the person has read it.
 */
export function EarlierCalls() {
  const { merchant, product } = useTenant();
  const calls = useStore(sentCalls);
  const ended = useStore(endedCalls);
  const [abandoned, setAbandoned] = useState<readonly SentCall[]>([]);
  useEffect(() => {
    let isGone = false;
    const own = ownCalls({ merchant, product }).filter((it) => !it.isAskedBySender);
    void abandonedAmong(own).then((it) => isGone || setAbandoned(it));
    return () => {
      isGone = true;
    };
  }, [calls, merchant, product]);
  return (
    <>
      {abandoned.map((it) => (
        <Asked key={it.key} sent={it} />
      ))}
      {ended
        .filter(({ sent }) => sent.merchant === merchant && sent.product === product)
        .map((it) => (
          <Ended key={it.sent.key} {...it} />
        ))}
    </>
  );
}
