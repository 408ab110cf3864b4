import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { OutgoingItem } from '#contract/outgoing-calls.ts';
import { Folded } from '#kit/record/folded.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { SentAndFound } from './comparison.tsx';
import { noteText } from './texts.ts';

interface Props {
  item: OutgoingItem;
  /** Where there are others: its name, or the box that chooses it. Then what was sent is folded. */
  head?: ReactNode;
}

/** An item without a clear outcome: what the provider shows of it. */
export const OpenItem = ({ item, head }: Props) => (
  <Stack spacing={1} sx={{ minWidth: 0 }}>
    {head}
    <Muted>{noteText(item)}</Muted>
    {head ? (
      <Folded title="Sent, and what is there">
        <SentAndFound item={item} />
      </Folded>
    ) : (
      <SentAndFound item={item} />
    )}
  </Stack>
);
