import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { fieldOf } from '../../../contract/fields.ts';
import type { InputProps } from './typed-input.tsx';

const halves = (value: unknown): { date: string; time: string } => {
  const text = typeof value === 'string' ? value : '';
  return { date: text.slice(0, 10), time: text.slice(11) };
};

/**
 * A date, or a date and time, through the browser's own inputs: they give and take wall-clock text, so no time zone can
 * move a day (interface, Conventions 4). A date without a time means 00:00.
 */
export function TimeInput({ fieldName, name, value, onChange, onBlur, inputRef, error, hint, ...rest }: InputProps) {
  const id = useId();
  const field = fieldOf(fieldName);
  const [typed, setTyped] = useState({ ...halves(value), value });
  const { date, time } = Object.is(typed.value, value) ? typed : halves(value);
  const hasTime = field?.input === 'dateTime';

  const change = (next: { date: string; time: string }) => {
    const whole = next.date === '' ? null : hasTime ? `${next.date} ${next.time || '00:00'}` : next.date;
    setTyped({ ...next, time: next.date === '' ? next.time : next.time || '00:00', value: whole });
    onChange(whole);
  };
  const about = error ?? hint;
  return (
    // Date and time side by side need the room of two fields of a group; in a stack the column means nothing.
    <Box sx={{ gridColumn: hasTime ? { sm: 'span 2' } : undefined }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 2, alignItems: 'start' }}>
        <TextField
          {...rest}
          id={id}
          name={name}
          type="date"
          size="small"
          label={field?.label ?? fieldName}
          value={date}
          inputRef={inputRef}
          error={error !== undefined}
          onBlur={onBlur}
          onChange={({ target }) => change({ date: target.value, time })}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { min: '1900-01-01', max: '9999-12-31', 'aria-describedby': about && `${id}-about` },
          }}
          sx={{ flex: '1 1 150px' }}
        />
        {hasTime && (
          <TextField
            id={`${id}-time`}
            type="time"
            size="small"
            label="Time"
            value={time}
            disabled={rest.disabled}
            error={error !== undefined}
            onBlur={onBlur}
            onChange={({ target }) => change({ date, time: target.value })}
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { 'aria-label': `${field.label}, time`, 'aria-describedby': about && `${id}-about` },
            }}
            sx={{ flex: '0 0 132px' }}
          />
        )}
      </Box>
      {about && (
        <FormHelperText id={`${id}-about`} error={error !== undefined} sx={{ mx: 1.75 }}>
          {about}
        </FormHelperText>
      )}
    </Box>
  );
}
