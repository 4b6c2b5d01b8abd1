@rem A shell of Windows waits for this file, and not for a program with windows.
@"%~dp0Waypost.exe" --cli -- %*
@exit /b %errorlevel%
