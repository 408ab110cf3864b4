import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { bytesText } from '#console/domain/collections/report-text.ts';
import { sentence } from '#kit/form/field-text.ts';
import { Folded } from '#kit/record/folded.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Section } from '#kit/ui/section.tsx';
import { countText } from '#kit/ui/sums.ts';
import { AccountFields } from './accounts.tsx';
import type { Pack } from './use-pack.ts';

/** The running pack, what was saved, or why nothing was. */
export function PackOutcome({ pack }: { pack: Pack }) {
  const { progress, saved, problem, stop } = pack;
  if (progress)
    return (
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <Typography role="status" color="textSecondary">
          {progress}
        </Typography>
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      </Stack>
    );
  if (problem) return <Notice tone="error">{problem}</Notice>;
  if (!saved) return null;
  const { manifest, bytes, name, isSigned } = saved;
  const transactions = countText(manifest.Rows, ['transaction', 'transactions']);
  return (
    <Notice tone="success" role="status">
      {`Saved ${name}: ${manifest.Files.length + 1} files, ${transactions}, ${bytesText(bytes)}, ${isSigned ? 'signed' : 'not signed'}.`}
    </Notice>
  );
}

interface Props {
  pack: Pack;
  /** Why there can be none; '' if there can. */
  why: string;
  onSave(): void;
}

export const PackPanel = ({ pack, why, onSave }: Props) => (
  <Section
    title="Pack"
    actions={
      <SaveButton isSaving={pack.progress !== ''} saving="Building…" disabled={why !== ''} onClick={onSave}>
        Save the pack
      </SaveButton>
    }
  >
    <Stack spacing={1.5}>
      <Typography>
        One ZIP with a summary (PDF), a workbook, the transactions, a journal with the same for Xero and Sage, and a
        manifest with the sums and a hash of each file and day.
      </Typography>
      {why && <Muted>{sentence(why)}</Muted>}
      <PackOutcome pack={pack} />
      <Folded title="Accounts of the journal">
        <Muted sx={{ mb: 1 }}>Remembered in this browser. No VAT is computed.</Muted>
        <AccountFields />
      </Folded>
    </Stack>
  </Section>
);
