import Box from '@mui/material/Box';
import { isAccepted } from '#answers/send/results.ts';
import { Outcome } from '#console/domain/outcome/outcome.tsx';
import type { ItemEdit } from './edit.ts';

/** Result of the last edit, unless it was accepted. */
export function EditOutcome({ edit: { resource, answer, error, sentItems } }: { edit: ItemEdit }) {
  const refused = answer && !isAccepted(answer.results) ? answer : undefined;
  if (!error && !refused) return null;
  return (
    <Box sx={{ mb: 2 }}>
      <Outcome operation={resource.edit} sent={sentItems} result={refused} error={error} />
    </Box>
  );
}
