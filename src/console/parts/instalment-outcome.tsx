import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { DifferenceList } from './difference-list.tsx';
import type { InstalmentEdit } from './instalment-edit.ts';
import { LostEdit } from './instalment-lost.tsx';
import { nameOf } from './instalment-totals.ts';
import { Outcome } from './outcome.tsx';

/** What became of the last edit, and what is to be done where its answer was lost. */
export function EditOutcome({ edit }: { edit: InstalmentEdit }) {
  const { family, saved, lost, answer, error } = edit;
  if (!saved && !lost && !error) return null;
  return (
    <Stack spacing={1} sx={{ mb: 2 }}>
      {saved && answer && <Outcome operation={family.edit} sent={1} result={answer} />}
      {saved && !answer && (
        <Alert severity="success" role="status">
          The change of {nameOf(saved.draft.before, false)} is there: it was stored.
        </Alert>
      )}
      {saved && <DifferenceList changes={saved.changes} />}
      {lost && <Outcome operation={family.edit} sent={1} error={lost.error} />}
      {lost && (
        <LostEdit key={lost.error.at} list={family.list} {...lost.sent} onAgain={edit.again} onKept={edit.keep} />
      )}
      {error && <Outcome operation={family.edit} sent={1} error={error} />}
    </Stack>
  );
}
