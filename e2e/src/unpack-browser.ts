import chromium from '@sparticuz/chromium';

// The package unpacks into the temporary folder of its process, so the parent names that folder by TMPDIR. A process of
// its own also leaves no open file behind: a program that any process holds open for writing cannot be started.
await chromium.executablePath();
