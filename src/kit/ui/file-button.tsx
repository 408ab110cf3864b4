import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef, type DragEvent } from 'react';

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** Of the field, for assistive technology. */
  label: string;
  /** `.csv,.xlsx`. */
  accept: string;
  onFile(file: File): void;
}

/** A button that asks for one file; the same file can be chosen again. */
export function FileButton({ label, accept, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </>
  );
}

/** Takes the file that is dropped. */
export const onDropped = (onFile: (file: File) => void) => (event: DragEvent) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) onFile(file);
};
