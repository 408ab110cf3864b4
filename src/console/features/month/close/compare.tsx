import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { tokenSource } from '#console/api/auth.ts';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useToday } from '#console/session/today.ts';
import { FileButton, onDropped } from '#kit/ui/file-button.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Section } from '#kit/ui/section.tsx';
import { addDays } from '#rules/calendar.ts';
import { monthText } from '#rules/day-text.ts';
import { ChangeList } from '../change-list.tsx';
import { comparePack } from '../pack/call-worker.ts';
import type { PackComparison } from '../pack/compare.ts';
import { partOf } from '../pack/part.ts';
import { readManifest } from '../pack/read-pack.ts';

/** Compares a pack that was saved earlier with what is reported now: with any service, and nothing is stored. */
export function ComparePanel() {
  const tenant = useTenant();
  const config = useConfig();
  const today = useToday();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  const [found, setFound] = useState<PackComparison & { month: string }>();

  const compare = async (file: File) => {
    setReading(true);
    setProblem('');
    setFound(undefined);
    try {
      const manifest = await readManifest(file);
      const { Merchant, Product, From, To, Month } = manifest;
      if (Merchant !== tenant.merchant || Product !== tenant.product)
        throw new Error(`This pack is of merchant ${Merchant}, ${Product}. Open that merchant to compare it.`);
      const comparison = await comparePack(
        {
          pack: file,
          transactions: partOf('transactions', tenant, config, { from: From, to: To }),
          later: today > To ? partOf('transactions', tenant, config, { from: addDays(To, 1), to: today }) : undefined,
        },
        tokenSource(),
      );
      setFound({ ...comparison, month: Month });
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setReading(false);
    }
  };
  const take = (file: File) => void compare(file);
  return (
    <Section
      title="Compare with a saved pack"
      actions={
        <FileButton variant="outlined" loading={isReading} label="Pack to compare" accept=".zip" onFile={take}>
          Choose a pack
        </FileButton>
      }
    >
      <Stack spacing={1.5} onDragOver={(event) => event.preventDefault()} onDrop={onDropped(take)}>
        <Muted>Drop a pack here to see what has changed in its month since it was saved. Nothing is stored.</Muted>
        {problem && <Notice tone="error">{problem}</Notice>}
        {found && (
          <div role="status">
            <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
              {`${monthText(found.month)}, changed since the pack`}
            </Typography>
            <ChangeList label="Changed since the pack" differences={found.differences} count={found.count} />
          </div>
        )}
      </Stack>
    </Section>
  );
}
