import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { bytesText, rowCountText, sliceWords } from '#console/domain/collections/report-text.ts';
import { DetailsButton } from '#console/domain/outcome/details-button.tsx';
import type { OperationName } from '#contract/operations.ts';
import { rangeText } from '#kit/dates/ranges.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { ReadingBar } from '#kit/ui/reading-bar.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { ReportSource, ReportState, SliceStatus } from '#report-engine/protocol.ts';

const isOver = ({ state }: SliceStatus) => state !== 'waiting' && state !== 'loading';
const isWrong = ({ state }: SliceStatus) => state === 'failed' || state === 'cut';
const isCancelled = ({ reason }: SliceStatus) => reason?.kind === 'cancelled';

function Slice({ slice, operation }: { slice: SliceStatus; operation: string }) {
  const { state, rows, bytes, tries, reason } = slice;
  const facts = [
    sliceWords[state],
    rows > 0 && `${rowCountText(rows)}, ${bytesText(bytes)}`,
    tries > 1 && `tried ${tries} times`,
  ].filter(Boolean);
  return (
    <li>
      {rangeText(slice)}: {facts.join(' · ')}
      {reason && (
        <Box
          component="span"
          sx={{ display: 'block', color: isWrong(slice) && !isCancelled(slice) ? 'error.main' : 'text.secondary' }}
        >
          {reason.message}
          {!isCancelled(slice) && (
            <DetailsButton
              operation={operation as OperationName}
              api={{ CallSequence: reason.callSequence ?? 0, Status: '', Version: '', Name: operation }}
            />
          )}
        </Box>
      )}
    </li>
  );
}

function Slices({ state, operation }: { state: ReportState; operation: string }) {
  return (
    <Box component="ol" aria-label="Calls of this report" sx={{ m: 0, pl: 3, fontVariantNumeric: 'tabular-nums' }}>
      {state.slices.map((it) => (
        <Slice key={it.from} slice={it} operation={operation} />
      ))}
    </Box>
  );
}

export function ReportProgress({ state, source }: { state: ReportState; source: ReportSource }) {
  const over = state.slices.filter(isOver).length;
  const calls = state.slices.length;
  return (
    <ReadingBar
      isInline
      label="Loading the report"
      done={over}
      total={calls}
      text={state.total > 0 ? rowCountText(state.total) : undefined}
      onCancel={() => source.cancel()}
    />
  );
}

export function Incomplete(props: { state: ReportState; source: ReportSource; operation: string }) {
  const { state, source, operation } = props;
  if (state.isComplete || !state.isSettled) return null;
  const wrong = state.slices.filter(isWrong);
  const left = state.slices.filter((it) => !isOver(it)).length;
  const missing = [
    wrong.length > 0 &&
      `${formatCount(wrong.length)} of ${formatCount(state.slices.length)} parts did not load completely`,
    left > 0 && `${formatCount(left)} were not loaded`,
  ].filter(Boolean);
  return (
    <Notice
      tone={state.total === 0 && wrong.some((it) => !isCancelled(it)) ? 'error' : 'warning'}
      title={state.total === 0 ? 'The report could not be loaded' : 'Incomplete: some rows are missing'}
      action={
        <Button size="small" onClick={() => source.retry()} sx={{ alignSelf: 'flex-start' }}>
          Retry
        </Button>
      }
    >
      {missing.length > 0 && `${missing.join(', ')}. `}
      {state.total > 0 && 'Counts, sums, the chart and exports cover only what has loaded.'}
      <Slices state={state} operation={operation} />
    </Notice>
  );
}
