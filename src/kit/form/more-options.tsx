import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState, type ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Icon } from '#kit/ui/icons.tsx';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Collapsed rarely used fields. Opens automatically if one has an error or a value; default values are only counted.
 */
export function MoreOptions(props: {
  fieldNames: readonly string[];
  /** Initial values of the form. */
  defaults?: Record<string, unknown>;
  title?: string;
  children: ReactNode;
}) {
  const { fieldNames, defaults = {}, title = 'More options', children } = props;
  const id = useId();
  const values = useWatch({ name: [...fieldNames] }) as unknown[];
  const { errors } = useFormState();
  const [isChosen, setChosen] = useState<boolean>();
  const filled = values.filter((it) => !isEmpty(it)).length;
  const isUsed = values.some((it, index) => !isEmpty(it) && it !== defaults[fieldNames[index] ?? '']);
  const isWrong = fieldNames.some((it) => errors[it] !== undefined);
  // Emptying a field must not collapse it under the cursor.
  if (isChosen === undefined && isUsed) setChosen(true);
  const isOpen = isWrong || (isChosen ?? false);
  return (
    <Box sx={{ mb: 3 }}>
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
        startIcon={<Icon name="down" size={18} style={isOpen ? undefined : { transform: 'rotate(-90deg)' }} />}
        sx={{ ml: -1, mb: isOpen ? 2 : 0 }}
      >
        {title}
        {!isOpen && filled > 0 && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 1 }}>
            {filled} filled in
          </Box>
        )}
      </Button>
      {/* Hidden, not unmounted: on submit its errors must be found and focused. */}
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </Box>
  );
}
