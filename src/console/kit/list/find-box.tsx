import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type FormEvent } from 'react';
import { SearchInput } from '#console/kit/form/plain-field.tsx';

/** A search box; the page keeps `value` in its address. */
export function FindBox({
  label,
  hint,
  value,
  onFind,
}: {
  label: string;
  hint: string;
  value: string;
  onFind: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The address may change under the box (Back, a finder link).
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <Box component="search" sx={{ flex: '1 1 260px' }}>
      <Stack component="form" direction="row" useFlexGap spacing={1} onSubmit={submit}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <SearchInput label={label} hint={hint} value={text} onType={setText} />
        </Box>
        <Button type="submit" variant="outlined" sx={{ alignSelf: 'start', mt: 3 }}>
          Find
        </Button>
      </Stack>
    </Box>
  );
}
