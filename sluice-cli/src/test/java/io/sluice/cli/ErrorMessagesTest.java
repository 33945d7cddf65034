package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about arguments that cannot be used: where it is, what is wrong, what would be right. */
class ErrorMessagesTest {
    private static final String PORTS = "--port 0 --api-port 0 --resp-port 0 --admin-port 0";

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectory(folder.resolve("dir"));
        Files.createFile(folder.resolve("empty"));
        Files.write(folder.resolve("bytes"), new byte[] {'a', '\n', (byte) 0xff});
        Files.writeString(folder.resolve("ok"), "version: 1\nrules: { a: { limit: 5/min } }\n");
        makeSecret(folder.resolve("secret"));
    }

    /** Root may read every file on a disk, but not this setting of Linux, which can only be written. */
    private static void makeSecret(Path secret) throws IOException {
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        if (Files.isReadable(secret)) {
            Files.delete(secret);
            Files.createSymbolicLink(secret, Path.of("/proc/sys/vm/compact_memory"));
        }
    }

    /** Words of the line with {@code ''} for an empty one, {@code _} for a blank, and names of files behind {@code @}. */
    private String[] words(String line) {
        return Arrays.stream(line.replace("PORTS", PORTS).split(" +", -1))
                .map(word -> word.equals("''") ? "" : word.replace('_', ' '))
                .map(word ->
                        word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word)
                .toArray(String[]::new);
    }

    private void assertSaid(int status, String line, String message) {
        Run run = Run.sluice(words(line));
        String said = run.out() + run.err();
        assertThat(said)
                .contains(message.replace("@", folder + "/"))
                .doesNotContain("Exception", "java.", "\tat ", "at index", "null", "u:secret");
        assertThat(run.status()).as(said).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 | check @none  | @none:1:1: error: no such file; give the path of a rule file",
                "1 | check @dir   | @dir:1:1: error: this is a folder; name a file in it",
                "1 | check @empty | @empty:1:1: error: the file is empty; begin with version: 1",
                "1 | check @bytes | @bytes:2:1: error: this is not UTF-8; save the file as UTF-8",
                "2 | explain --rules @none /  | @none:1:1: error: no such file; give the path of a rule file",
                "2 | explain --rules @dir /   | @dir:1:1: error: this is a folder; name a file in it",
                "2 | explain --rules @empty / | @empty:1:1: error: the file is empty; begin with version: 1",
                "2 | explain --rules @bytes / | @bytes:2:1: error: this is not UTF-8; save the file as UTF-8",
                "2 | serve PORTS --rules @none  | @none:1:1: error: no such file; give the path of a rule file",
                "2 | serve PORTS --rules @dir   | @dir:1:1: error: this is a folder; name a file in it",
                "2 | serve PORTS --rules @empty | @empty:1:1: error: the file is empty; begin with version: 1",
                "2 | serve PORTS --rules ''     | sluice: --rules is empty; give FILE, or leave it out",
                "2 | serve PORTS --access-log '' | sluice: --access-log is empty; give FILE, or leave it out",
                "2 | serve PORTS --snapshot-file '' | sluice: --snapshot-file is empty; give FILE, or leave it out",
                "2 | serve PORTS --access-log @dir | --access-log cannot be written (@dir: Is a directory); give a file",
                "2 | serve PORTS --access-log @none/a | (@none/a: no such file or folder); give a file in a folder that",
                "2 | serve PORTS --tls-certificate '' --tls-key @ok | --tls-certificate is empty; give FILE",
                "2 | serve PORTS --tls-certificate @ok | TLS takes both --tls-certificate and --tls-key; give the other",
                "2 | serve PORTS --tls-certificate @none --tls-key @none | (@none: no such file or folder); see --tls-c",
                "2 | serve PORTS --tls-certificate @dir --tls-key @dir | (@dir cannot be read: Is a directory); see --tls",
                "2 | serve PORTS --tls-certificate @empty --tls-key @empty | @empty holds no key that begins with -----B",
                "2 | simulate --limit 5/s --events @none | --events @none: no such file; give a file of events",
                "2 | simulate --limit 5/s --events @dir | --events @dir: this is a folder; give a file of events in it",
                "2 | simulate --limit 5/s --events '' | --events '': the name is empty; give a file of events",
                "2 | simulate --limit 5/s --events @bytes | line 1, column 1: found 'a'; a line is an object such as",
            })
    void files(int status, String line, String message) {
        assertSaid(status, line, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check @secret | @secret:1:1: error: permission denied; let the user that runs this read the file",
                "simulate --limit 5/s --events @secret | --events @secret: permission denied; let the user that runs",
                "serve PORTS --tls-certificate @secret --tls-key @secret | @secret: permission denied",
            })
    void filesThatMayNotBeRead(String line, String message) {
        assertSaid(line.startsWith("check") ? 1 : 2, line, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "redis://          | redis:// has no host; write redis://host:6379",
                "redis://:6379     | redis://:6379 has no host; write redis://host:6379",
                "redis://h:0       | redis://h:0 has no port from 1 to 65535; write redis://host:6379",
                "redis://h:99999   | redis://h:99999 has no port from 1 to 65535; write redis://host:6379",
                "redis://h:x       | redis://h:x has a port that is not a number; write redis://host:6379",
                "redis://h/x       | redis://h/x has a database that is not a number; write redis://host:6379",
                "redis://a_b       | redis://a b is not written as a URL; write redis://host:6379",
                "http://h          | http://h does not begin with redis://; write redis://host:6379",
                "redis-sentinel://h | redis-sentinel://h does not name the master after #; write redis://host:6379",
            })
    void urlsOfRedis(String url, String message) {
        assertSaid(2, "serve PORTS --redis " + url, "sluice: --redis: " + message);
        assertSaid(2, "simulate --limit 5/s --store " + url, "sluice: " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "serve PORTS --redis ''         | sluice: --redis is empty; give URL, or leave it out",
                "simulate --limit 5/s --store '' | --store must be memory or a URL such as redis://localhost:6379",
                "serve PORTS --upstream ''      | sluice: --upstream is empty; give URL, or leave it out",
                "serve PORTS --upstream ,       | --upstream: an empty text is no target; write http://host:port",
                "serve PORTS --upstream h       | --upstream: h is no target; write http://host:port",
                "serve PORTS --upstream ftp://h | --upstream: ftp://h is no target; write http://host:port",
                "serve PORTS --upstream http:// | --upstream: http:// is not written as a URL; write http://host:8080",
                "serve PORTS --upstream http://:80 | --upstream: http://:80 has no host; write http://host:8080",
                "serve PORTS --upstream http://h:0 | --upstream: http://h:0 has no port from 1 to 65535; write",
                "serve PORTS --upstream http://h:99999 | http://h:99999 has no port from 1 to 65535; write http://host",
                "serve PORTS --upstream http://a_b | --upstream: http://a b is not written as a URL; write http://host",
                "serve PORTS --upstream http://h/p | http://h/p has more than a host and a port; write http://h",
                "serve PORTS --upstream http://u:secret@h | has a login in it; write http://host",
                "serve PORTS --limit ''         | sluice: --limit is empty; give LIMIT, or leave it out",
                "serve PORTS --host ''          | sluice: --host is empty; give ADDR, or leave it out",
                "serve --port 65536             | --port is 65536; give 0 to 65535, or off",
                "explain --rules @ok / ip=300.1.1.1 | 'ip=300.1.1.1': 300.1.1.1 is not an IPv4 address: it takes four",
                "explain --rules @ok / ip=host  | 'ip=host': host is not an address; write 203.0.113.9 or 2001:db8::1",
                "explain --rules @ok / ip=1.2.3.4:80 | 'ip=1.2.3.4:80': 1.2.3.4:80 has a port; write 1.2.3.4",
                "explain --rules @ok / ip=      | 'ip=' has no value; leave it out, or write ip=VALUE",
                "explain --rules @ok / =x       | '=x' is no attribute; give one such as ip=203.0.113.9",
                "explain --rules @ok ''         | '' is no path; give a request such as 'POST /login'",
                "explain --rules @ok po(st_/x   | 'po(st' is no method; give a request such as 'POST /login'",
                "check                          | Missing required parameter: 'FILE'",
                "explain /                      | Missing required option: '--rules=FILE'",
            })
    void otherArguments(String line, String message) {
        assertSaid(2, line, message);
    }

    @ParameterizedTest
    @CsvSource({"ip=203.0.113.9", "ip=2001:db8::1", "user=300.1.1.1"})
    void whatIsRightIsTaken(String attribute) {
        assertThat(Run.sluice(words("explain --rules @ok / " + attribute)).status())
                .isZero();
    }
}
