import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useAdministered } from '#console/api/settings.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { Muted } from '#kit/ui/muted.tsx';

/** A choice of the merchants that the signed-in person administers. */
export function MerchantsInput(props: {
  label: string;
  chosen: readonly string[];
  /** Whether all merchants, also those to come, can be chosen. */
  hasAll?: boolean;
  error?: string;
  onChange(chosen: string[]): void;
}) {
  const { label, chosen, hasAll = false, error, onChange } = props;
  const { merchants, isAll } = useAdministered();
  const choice = (number: string, text: string) => (
    <CheckBox
      key={number}
      label={text}
      isOn={chosen.includes(number)}
      onChange={(isOn) => onChange(isOn ? [...chosen, number] : chosen.filter((it) => it !== number))}
    />
  );
  return (
    <div>
      <Muted sx={{ mb: 0.5 }}>{label}</Muted>
      <Stack
        role="group"
        aria-label="Merchants"
        tabIndex={0}
        sx={{ maxHeight: 180, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 0.5 }}
      >
        {hasAll && isAll && choice('*', 'All merchants')}
        {merchants.map(({ number, name }) => choice(number, `${name} (${number})`))}
      </Stack>
      <Problem text={error} />
    </div>
  );
}

export const Problem = ({ text }: { text?: string }) =>
  text ? (
    <Box role="alert" sx={{ color: 'error.main' }}>
      {text}
    </Box>
  ) : null;
