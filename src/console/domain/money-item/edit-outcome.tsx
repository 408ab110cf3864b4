import Stack from '@mui/material/Stack';
import { isAccepted } from '#answers/send/results.ts';
import { StoredContext, VerifyWrites } from '#console/domain/write/verify-write.tsx';
import { Outcome } from '#console/kit/outcome/outcome.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import type { ItemEdit } from './edit.ts';
import { nameOf } from './item.ts';

/** Result of the last edit, and the check of an edit whose response was lost. */
export function EditOutcome({ edit }: { edit: ItemEdit }) {
  const { resource, saved, lost, answer, error } = edit;
  const refused = !saved && answer && !isAccepted(answer.results) ? answer : undefined;
  if (!saved && !lost && !error && !refused) return null;
  return (
    <Stack spacing={1} sx={{ mb: 2 }}>
      {refused && <Outcome operation={resource.edit} result={refused} />}
      {saved && (
        <Notice tone="success" role="status">
          The change of {nameOf(saved.draft.before, false)} was saved.
        </Notice>
      )}
      {lost && <Outcome operation={resource.edit} sent={lost.sent.item} error={lost.error} />}
      {lost && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            edit.again();
          }}
        >
          <StoredContext value={edit.keep}>
            <VerifyWrites write={edit.write} which="own" />
          </StoredContext>
        </form>
      )}
      {error && <Outcome operation={resource.edit} sent={edit.sentItems} error={error} />}
    </Stack>
  );
}
