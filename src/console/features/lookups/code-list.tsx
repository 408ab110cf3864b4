import Box from '@mui/material/Box';
import { useState } from 'react';
import { foldMark } from '#kit/record/folded.tsx';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { countText } from '#kit/ui/sums.ts';

interface CodeEntry {
  code: string;
  label: string;
  detail?: string;
}

/** A code with its dependent codes: a bank with its branches, a frequency with its days. */
export interface CodeGroup extends Partial<CodeEntry> {
  label: string;
  entries: readonly CodeEntry[];
}

const holds = (text: string, ...fields: (string | undefined)[]) =>
  fields.some((it) => it?.toLowerCase().includes(text.toLowerCase()));

/** Matching groups with their matching entries, or with all if the group itself matches. */
export function foundIn(groups: readonly CodeGroup[], text: string): readonly CodeGroup[] {
  if (text === '') return groups;
  return groups.flatMap((group) => {
    if (holds(text, group.code, group.label, group.detail)) return [group];
    const entries = group.entries.filter((it) => holds(text, it.code, it.label, it.detail));
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
}

function Entry({ entry }: { entry: CodeEntry }) {
  return (
    // The browser skips a long list until it is scrolled to.
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 32, py: 0.5, contentVisibility: 'auto' }}
    >
      <Box component="code" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600, minWidth: 64 }}>
        {entry.code}
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {entry.label}
        {entry.detail && (
          <Muted component="span">
            {' · '}
            {entry.detail}
          </Muted>
        )}
      </Box>
      <CopyButton text={entry.code} name={`${entry.label}, code ${entry.code}`} />
    </Box>
  );
}

function Group({ group, noun, isFound }: { group: CodeGroup; noun: string; isFound: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const open = isFound || isOpen;
  return (
    <Box
      component="details"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      sx={{ borderTop: 1, borderColor: 'divider', px: 1.5, py: 0.5, '&:first-of-type': { borderTop: 0 } }}
    >
      <Box component="summary" sx={foldMark}>
        <Icon name="down" size={16} />
        <span>
          {group.code !== undefined && <strong>{group.code} · </strong>}
          {group.label}{' '}
          <Muted component="span">
            {countText(group.entries.length, [noun, plural(noun)])}
            {group.detail && ` · ${group.detail}`}
          </Muted>
        </span>
      </Box>
      {open && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 3, pb: 1 }}>
          {group.code !== undefined && <Entry entry={{ code: group.code, label: group.label }} />}
          {group.entries.map((it) => (
            <Entry key={`${it.code} ${it.label}`} entry={it} />
          ))}
        </Box>
      )}
    </Box>
  );
}

export const plural = (noun: string) => (/(s|x|ch)$/.test(noun) ? `${noun}es` : `${noun}s`);

/** Searching opens the matching groups. `noun` names an entry: "branch". */
export function CodeList({ groups, noun, text }: { groups: readonly CodeGroup[]; noun: string; text: string }) {
  const isFew = groups.length === 1;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
      {groups.map((group) => (
        <Group
          key={`${group.code} ${group.label} ${group.detail}`}
          group={group}
          noun={noun}
          isFound={isFew || text !== ''}
        />
      ))}
    </Box>
  );
}
