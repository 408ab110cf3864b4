import Stack from '@mui/material/Stack';
import { useMemo } from 'react';
import type { Report } from '#console/domain/collections/report-list.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { PlainSelect } from '#kit/form/plain-field.tsx';
import { PillMenu } from '#kit/list/pill.tsx';
import { groupChoices, maxLevels, readGrouping, type GroupChoice } from './grouping.ts';

export function useGrouping(report: Report): {
  by: GroupChoice[];
  choices: GroupChoice[];
  group(keys: string[]): void;
} {
  const [query, change] = useAddress();
  const choices = useMemo(() => groupChoices(report), [report]);
  const grouping = query.get('group') ?? '';
  const by = useMemo(() => readGrouping(grouping, choices), [grouping, choices]);
  const group = (keys: string[]) => change((now) => put(now, { under: '', group: keys.join(',') }));
  return { by, choices, group };
}

function GroupBySelect({ report }: { report: Report }) {
  const { by, choices, group } = useGrouping(report);
  const keys = by.map(({ key }) => key);
  const levels = Math.min(maxLevels, by.length + 1);
  return (
    <>
      {Array.from({ length: levels }, (_, level) => (
        <PlainSelect
          key={level}
          label={level === 0 ? 'Group by' : 'Then by'}
          value={keys[level] ?? ''}
          onChange={({ target: { value } }) =>
            group([
              ...keys.slice(0, level),
              ...(value ? [value] : []),
              ...keys.slice(level + 1).filter((it) => value && it !== value),
            ])
          }
        >
          <option value="">None</option>
          {choices
            .filter((it) => it.key === keys[level] || !keys.includes(it.key))
            .map((it) => (
              <option key={it.key} value={it.key}>
                {it.label}
              </option>
            ))}
        </PlainSelect>
      ))}
    </>
  );
}

export function GroupByPicker({ report }: { report: Report }) {
  const { by } = useGrouping(report);
  return (
    <PillMenu name="Group by" value={by.map((it) => it.label).join(', ') || 'None'}>
      {() => (
        <Stack spacing={1.5} sx={{ p: 1.25 }}>
          <GroupBySelect report={report} />
        </Stack>
      )}
    </PillMenu>
  );
}
