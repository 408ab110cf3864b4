import Button from '@mui/material/Button';
import { useState, type CSSProperties, type Ref } from 'react';
import { host } from '#kit/host.ts';
import { useUnmasked } from '#kit/ui/masked.tsx';
import { readField, writeField } from './field-text.ts';
import { Caution, PlainInput } from './plain-field.tsx';

export interface InputProps {
  fieldName: string;
  name: string;
  value: unknown;
  onChange(value: unknown): void;
  onBlur(): void;
  inputRef?: Ref<HTMLInputElement>;
  error?: string;
  hint?: string;
  /** A warning; the value can still be sent. */
  doubt?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
}

/**
 * Keeps the typed text next to the parsed value, and replaces it when the value changes elsewhere (a draft, a reset).
 */
export function TypedInput({ fieldName, value, onChange, error, hint, doubt, inputRef, ...rest }: InputProps) {
  const field = host.fieldOf(fieldName);
  const [typed, setTyped] = useState({ text: writeField(fieldName, value), value });
  const { isShown, problem: hidden, toggle } = useUnmasked(field?.label ?? fieldName);
  const text = Object.is(typed.value, value) ? typed.text : writeField(fieldName, value);
  const { problem, note } = readField(fieldName, text);
  const isFigure = field?.input === 'integer' || field?.input === 'amount' || field?.input === 'rate';
  const wrong = text === '' ? error : (problem ?? error);
  const about = [host.codeLabel(fieldName, value), note, hint, hidden].filter(Boolean).join(' · ');
  const isMasked = field?.sensitive && !isShown;

  return (
    <PlainInput
      {...rest}
      ref={inputRef}
      label={field?.label ?? fieldName}
      value={text}
      error={wrong}
      hint={doubt ? <Caution>{doubt}</Caution> : about}
      onChange={({ target }) => {
        const next = readField(fieldName, target.value).value;
        setTyped({ text: target.value, value: next });
        onChange(next);
      }}
      inputMode={field?.input === 'integer' ? 'numeric' : isFigure ? 'decimal' : undefined}
      // Browsers would offer to save a password input.
      style={{ WebkitTextSecurity: isMasked ? 'disc' : 'none', fontVariantNumeric: 'tabular-nums' } as CSSProperties}
      end={
        field?.sensitive && (
          <Button
            size="small"
            aria-pressed={isShown}
            aria-label={`Show ${field.label.toLowerCase()}`}
            onClick={toggle}
            sx={{ minWidth: 0 }}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        )
      }
    />
  );
}
