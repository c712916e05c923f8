@echo off
rem SPDX-License-Identifier: Apache-2.0
rem
rem The weft command of a source tree that has been built (mvnw package -pl tools/dist -am -DskipTests), for Windows.
rem Ranks are threads there: say --transport threads. For processes use ./weft in WSL.
setlocal
set "home=%~dp0tools\dist\target\weft"
if not exist "%home%\lib" (
  echo weft: nothing is built: call mvnw package -pl tools/dist -am -DskipTests 1>&2
  exit /b 1
)
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Dweft.home=%home%" -cp "%home%\lib\*" weft.cli.Main %*
exit /b %errorlevel%
