import Button from '@mui/material/Button';
import { FileButton } from '#kit/ui/file-button.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { useSampleStatement } from './sample.ts';
import type { StatementFile } from './use-statement-file.ts';

/** Chooses a bank's file. */
export function AddStatement({
  file: { read, isReading, isDisabled },
  month,
  isMain,
}: {
  file: StatementFile;
  month: string;
  isMain: boolean;
}) {
  const sample = useSampleStatement(month);
  return (
    <>
      <FileButton
        variant={isMain ? 'contained' : 'outlined'}
        color={isMain ? 'primary' : 'inherit'}
        startIcon={<Icon name="import" size={16} />}
        loading={isReading}
        loadingPosition="start"
        aria-busy={isReading}
        disabled={isDisabled}
        label="Bank statement"
        accept=".csv,.txt,.tsv,.xlsx,.ofx,.qfx,.xml,.sta,.940,.mt940,.c53"
        onFile={(chosen) => void read(chosen)}
      >
        {isReading ? 'Reading…' : 'Add statement'}
      </FileButton>
      {sample && isMain && (
        <Button disabled={isDisabled || isReading} onClick={() => void read(sample())}>
          Use a sample statement
        </Button>
      )}
    </>
  );
}
