import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useAdministered } from '#console/api/settings.ts';
import { roleNames, roles, type RoleName } from '#contract/permissions.ts';
import type { RoleEntry } from '#contract/settings-records.ts';
import { PlainSelect } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';

/** A role for a merchant on each line. Offers only merchants that the signed-in person administers. */
export function RolesInput(props: {
  entries: readonly RoleEntry[];
  error?: string;
  onChange: (entries: RoleEntry[]) => void;
}) {
  const { entries, error, onChange } = props;
  const { merchants, isAll } = useAdministered();
  const options = [
    ...(isAll ? [{ number: '*', name: 'All merchants' }] : []),
    ...merchants.map(({ number, name }) => ({ number, name: `${name} (${number})` })),
  ];
  const change = (index: number, next: Partial<RoleEntry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...next } : entry)));
  return (
    <Stack role="group" aria-label="Roles" spacing={1.5}>
      {entries.map(({ Role, Merchant }, index) => (
        // By position: two lines may be equal while they are chosen.
        <Box
          key={index}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr auto' },
            columnGap: 1.5,
            rowGap: 0.5,
            alignItems: 'end',
          }}
        >
          <PlainSelect
            label="Role"
            value={Role}
            onChange={({ target }) => change(index, { Role: target.value as RoleName })}
          >
            {roleNames.map((name) => (
              <option key={name} value={name}>
                {roles[name].label}
              </option>
            ))}
          </PlainSelect>
          <PlainSelect
            label="Merchant"
            value={Merchant}
            onChange={({ target }) => change(index, { Merchant: target.value })}
          >
            {options.map(({ number, name }) => (
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </PlainSelect>
          <Button
            aria-label={`Remove ${roles[Role].label}`}
            onClick={() => onChange(entries.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
          <Muted sx={{ gridColumn: '1 / -1' }}>{sentenceOf(Role)}</Muted>
        </Box>
      ))}
      {error && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {error}
        </Box>
      )}
      <Button
        variant="outlined"
        size="small"
        sx={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...entries, { Role: 'clerk', Merchant: options[0]?.number ?? '' }])}
      >
        Add a role
      </Button>
    </Stack>
  );
}

const sentenceOf = (name: RoleName) => `${roles[name].about.charAt(0).toUpperCase()}${roles[name].about.slice(1)}.`;
