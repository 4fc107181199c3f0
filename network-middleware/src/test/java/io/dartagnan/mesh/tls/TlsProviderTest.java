package io.dartagnan.mesh.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of which provider is used, where OpenSSL can be loaded and where it cannot. */
class TlsProviderTest {

  @Test
  void openSslIsPreferredWhereItCanBeLoaded() throws Exception {
    assertThat(TlsProvider.OPENSSL.resolve()).isEqualTo(SslProvider.OPENSSL_REFCNT);
    assertThat(TlsProvider.AUTO.resolve()).isEqualTo(SslProvider.OPENSSL_REFCNT);
    assertThat(TlsProvider.JDK.resolve()).isEqualTo(SslProvider.JDK);
    assertThat(TlsProvider.AUTO.describe(SslProvider.OPENSSL_REFCNT))
        .startsWith("native OpenSSL (BoringSSL");
    assertThat(TlsProvider.JDK.describe(SslProvider.JDK)).isEqualTo("the JDK's TLS");
  }

  @Test
  void whereOpenSslCannotBeLoadedAutoIsTheJdkAndOpenSslIsRefusedWithTheReason() throws Exception {
    // Once loaded it stays, so another JVM has to be without it.
    Process other =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Dio.netty.handler.ssl.noOpenSsl=true",
                    "-cp",
                    System.getProperty("java.class.path"),
                    WithoutOpenSsl.class.getName()))
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(said)
          .contains("auto: the JDK's TLS, since native OpenSSL cannot be loaded (")
          .contains(
              "openssl: TLS provider openssl is set, but native OpenSSL cannot be loaded (",
              "; allow its library to be loaded, or set auto or jdk");
    } finally {
      other.destroyForcibly();
    }
  }

  /** Says what the other JVM makes of two of the settings. */
  static final class WithoutOpenSsl {
    private WithoutOpenSsl() {}

    public static void main(String[] arguments) throws IOException {
      SslProvider resolved = TlsProvider.AUTO.resolve();
      System.out.println("auto: " + TlsProvider.AUTO.describe(resolved));
      try {
        System.out.println("openssl: " + TlsProvider.OPENSSL.resolve());
      } catch (IOException e) {
        System.out.println("openssl: " + e.getMessage());
      }
    }
  }
}
