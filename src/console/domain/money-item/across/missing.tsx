import Button from '@mui/material/Button';
import { Notice } from '#kit/ui/notice.tsx';
import type { Across, ReportKind } from './source.ts';

const what: Record<ReportKind, string> = {
  collected: 'What was collected is not shown',
  scheduled: 'What is scheduled is not shown',
  underway: 'What is on its way to the bank is not shown',
};

/** Names the failed reports, so that an incomplete list isn't taken for the whole. */
export function MissingReports({ across: { source, state, kinds } }: { across: Across }) {
  const failed = (state?.slices ?? []).flatMap(({ state: end, reason }, at) => {
    const kind = kinds[at];
    return kind && (end === 'failed' || end === 'cut')
      ? [`${what[kind]}: ${reason?.message ?? 'no answer came.'}`]
      : [];
  });
  if (failed.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title="Some instalments are not shown"
      action={<Button onClick={() => source?.retry()}>Read again</Button>}
    >
      {[...new Set(failed)].map((it) => (
        <div key={it}>{it}</div>
      ))}
    </Notice>
  );
}
